import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

/**
 * One colour, picked or written; null is the product's own. What is half written waits until it is a colour.
 */
export function ColourField({
  value,
  onChange,
}: {
  readonly value: string | null
  readonly onChange: (colour: string | null) => void
}) {
  const intl = useIntl()
  const [text, setText] = useState(value ?? '')
  const take = (next: string): void => {
    setText(next)
    if (/^#[0-9a-f]{6}$/i.test(next)) onChange(next.toLowerCase())
  }
  const clear = (): void => {
    setText('')
    onChange(null)
  }
  return (
    <Group align="flex-end" gap="xs">
      <TextInput
        style={{ flex: 1 }}
        placeholder="#433cae"
        maxLength={7}
        label={<FormattedMessage id="branding.colour" />}
        description={<FormattedMessage id="branding.colour.hint" />}
        value={text}
        onChange={(event) => take(event.currentTarget.value)}
        leftSection={
          <input
            type="color"
            aria-label={intl.formatMessage({ id: 'branding.colour.pick' })}
            value={value ?? '#433cae'}
            onChange={(event) => take(event.currentTarget.value)}
            style={{ width: 24, height: 24, padding: 0, border: 0, background: 'none', cursor: 'pointer' }}
          />
        }
      />
      <Button variant="default" disabled={value === null} onClick={clear}>
        <FormattedMessage id="branding.colour.own" />
      </Button>
    </Group>
  )
}
