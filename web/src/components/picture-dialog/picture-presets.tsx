import { calls } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { Chip, Input } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { languageOf } from '../../translations/languages.ts'
import { choosePreset } from './picture-choice.ts'
import type { PictureOptionsProps } from './picture-options.tsx'
import classes from './picture-dialog.module.css'

/** As wide as its words need, chosen or not. */
const chipVars = () => ({ root: { '--chip-padding': '12px', '--chip-checked-padding': '4px' } })

/** The presets of the administration, to begin with one of them. */
export function PicturePresets({ choice, onChange }: PictureOptionsProps) {
  const intl = useIntl()
  const { data: presets = [] } = useRead(calls.listPicturePresets, {})
  const language = languageOf(intl.locale)
  if (presets.length === 0) return null
  return (
    <Input.Wrapper
      label={<FormattedMessage id="pictureDialog.preset" />}
      labelElement="div"
      role="radiogroup"
      aria-label={intl.formatMessage({ id: 'pictureDialog.preset' })}
    >
      <div className={classes.presets}>
        <Chip.Group
          value={choice.preset}
          onChange={(code) => {
            const preset = presets.find((one) => one.code === code)
            if (preset) onChange(choosePreset(preset))
          }}
        >
          {presets.map(({ code, names }) => (
            <Chip key={code} value={code} size="xs" radius="sm" vars={chipVars}>
              {names[language]}
            </Chip>
          ))}
        </Chip.Group>
      </div>
    </Input.Wrapper>
  )
}
