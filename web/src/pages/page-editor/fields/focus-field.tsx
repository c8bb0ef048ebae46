import { Fieldset, Slider, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

interface Focus {
  readonly x: number
  readonly y: number
}

interface FocusFieldProps {
  readonly label: string
  readonly value: unknown
  readonly onChange: (value: Focus) => void
}

/** What of a picture stays in sight where it is cut: per cent from the left and from the top. */
export function FocusField({ label, value, onChange }: FocusFieldProps) {
  const focus = readFocus(value)
  return (
    <Fieldset legend={label} mx={0}>
      {(['x', 'y'] as const).map((axis) => (
        <AxisField
          key={axis}
          axis={axis}
          at={focus[axis]}
          onChange={(next) => onChange({ ...focus, [axis]: next })}
        />
      ))}
    </Fieldset>
  )
}

interface AxisFieldProps {
  readonly axis: keyof Focus
  readonly at: number
  readonly onChange: (at: number) => void
}

function AxisField({ axis, at, onChange }: AxisFieldProps) {
  const intl = useIntl()
  const [draft, setDraft] = useState<number | null>(null)
  const percent = draft ?? at
  return (
    <div>
      <Text fz="sm" component="span">
        <FormattedMessage id={`pageField.focus.${axis}`} values={{ percent }} />
      </Text>
      <Slider
        thumbLabel={intl.formatMessage({ id: `pageField.focus.${axis}` }, { percent })}
        min={0}
        max={100}
        step={5}
        label={null}
        value={percent}
        onChange={setDraft}
        onChangeEnd={(next) => {
          setDraft(null)
          onChange(next)
        }}
      />
    </div>
  )
}

function readFocus(value: unknown): Focus {
  const read = (axis: keyof Focus): number => {
    const at: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, axis) : undefined
    return typeof at === 'number' ? at : 50
  }
  return { x: read('x'), y: read('y') }
}
