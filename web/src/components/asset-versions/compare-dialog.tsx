import { versionsOf, type AssetVersion } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Group, Modal, SegmentedControl, Select, Slider } from '@mantine/core'
import { useState, type CSSProperties } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import classes from './asset-versions.module.css'

const modes = ['side', 'slider', 'difference'] as const
type Mode = (typeof modes)[number]

interface CompareDialogProps {
  readonly assetId: number
  /** Those that are pictures. */
  readonly versions: readonly AssetVersion[]
  /** Numbers of the two that are compared at first. */
  readonly first: number
  readonly second: number
  readonly onClose: () => void
}

/**
 * Two versions of a picture side by side, one over the other behind a slider, or what differs between them.
 */
export function CompareDialog({ assetId, versions, onClose, ...shown }: CompareDialogProps) {
  useReturnFocus()
  const intl = useIntl()
  const store = versionsOf(useClient())
  const [mode, setMode] = useState<Mode>('side')
  const [first, setFirst] = useState(shown.first)
  const [second, setSecond] = useState(shown.second)
  const [split, setSplit] = useState(50)
  const name = (number: number) => intl.formatMessage({ id: 'version.number' }, { number })
  const choices = versions.map(({ number }) => ({ value: String(number), label: name(number) }))
  const picture = (number: number, className?: string) => (
    <img
      key={number}
      className={className}
      src={store.urlOf('asset', assetId, number, 'preview')}
      alt={name(number)}
      draggable={false}
    />
  )
  return (
    <Modal opened onClose={onClose} fullScreen title={<FormattedMessage id="version.compare.title" />}>
      <div className={classes.compare}>
        <Group gap="sm" className={classes.choices}>
          <Select
            aria-label={intl.formatMessage({ id: 'version.compare.left' })}
            size="xs"
            w={130}
            data={choices}
            value={String(first)}
            allowDeselect={false}
            onChange={(value) => setFirst(Number(value))}
          />
          <Select
            aria-label={intl.formatMessage({ id: 'version.compare.right' })}
            size="xs"
            w={130}
            data={choices}
            value={String(second)}
            allowDeselect={false}
            onChange={(value) => setSecond(Number(value))}
          />
          <SegmentedControl
            size="xs"
            aria-label={intl.formatMessage({ id: 'version.compare.mode' })}
            value={mode}
            onChange={(value) => setMode(modes.find((one) => one === value) ?? 'side')}
            data={modes.map((value) => ({
              value,
              label: intl.formatMessage({ id: `version.compare.${value}` }),
            }))}
          />
        </Group>
        <div
          className={classes.pictures}
          data-mode={mode}
          style={{ '--split': `${split}%` } as CSSProperties}
        >
          {mode === 'side' ? (
            [first, second].map((number, at) => (
              // One version may stand on both sides.
              <figure key={at === 0 ? 'left' : 'right'} className={classes.figure}>
                {picture(number)}
                <figcaption>{name(number)}</figcaption>
              </figure>
            ))
          ) : (
            <div className={classes.stack}>
              {picture(second)}
              <div className={classes.over}>{picture(first)}</div>
            </div>
          )}
        </div>
        {mode === 'slider' && (
          <Slider
            className={classes.slider}
            value={split}
            onChange={setSplit}
            label={null}
            thumbLabel={intl.formatMessage({ id: 'version.compare.split' })}
          />
        )}
      </div>
    </Modal>
  )
}
