import type { PicturePreset } from '@cartouche/contract'
import { calls, maxPictureSidePx, pictureFormats } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Checkbox, Group, Modal, NumberInput, Select, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { fileTypeText } from '../../../components/asset-text/file-type.ts'
import { useReturnFocus } from '../../../components/return-focus/use-return-focus.ts'
import { DialogButtons } from '../../../components/dialog-buttons/dialog-buttons.tsx'
import { errorText } from '../../../translations/error-text.ts'
import { CodeAndNames } from '../code-and-names.tsx'
import { completeNames } from '../code-of.ts'
import { CropRatioInput, isCropRatio } from '../crop-ratio-input.tsx'
import { languageOf } from '../../../translations/languages.ts'

type Values = Omit<PicturePreset, 'position'>

const newPreset: Values = {
  code: '',
  names: { en: '', fr: '' },
  crop: null,
  width: null,
  height: null,
  fit: 'inside',
  format: null,
  quality: null,
  metadata: 'none',
}

interface PresetDialogProps {
  /** The preset to change; null: a new one. */
  readonly preset: PicturePreset | null
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** What a preset is called and how it makes a picture. */
export function PresetDialog({ preset, onClose, onSaved }: PresetDialogProps) {
  useReturnFocus()
  const intl = useIntl()
  const client = useClient()
  const language = languageOf(intl.locale)
  const [values, setValues] = useState<Values>(preset ?? newPreset)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const set = (part: Partial<Values>): void => setValues((now) => ({ ...now, ...part }))
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    const names = completeNames(values.names)
    try {
      await client.call(preset === null ? calls.createPicturePreset : calls.updatePicturePreset, {
        ...values,
        names,
      })
      notifications.show({ message: intl.formatMessage({ id: 'presets.saved' }, { name: names[language] }) })
      onSaved()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={520}
      title={
        <FormattedMessage
          id={preset === null ? 'presets.add' : 'entries.edit'}
          values={{ name: preset?.names[language] }}
        />
      }
    >
      <form onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          {preset !== null && (
            <Text fz="sm" c="dimmed">
              <FormattedMessage id="presets.changes" />
            </Text>
          )}
          <CodeAndNames
            code={values.code}
            names={values.names}
            isNew={preset === null}
            label="presets.code"
            hint="presets.code.hint"
            pattern="[a-z0-9]([a-z0-9\-]*[a-z0-9])?"
            onChange={set}
          />
          <CropRatioInput value={values.crop} onChange={(crop) => set({ crop })} />
          <WrittenFields values={values} onChange={set} />
          {failure !== null && (
            <Alert color="red" role="alert">
              {errorText(intl, failure)}
            </Alert>
          )}
          <DialogButtons onClose={onClose} busy={busy} disabled={!isCropRatio(values.crop)}>
            <FormattedMessage id="presets.save" />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}

/** Size, format, quality and metadata. */
function WrittenFields({
  values,
  onChange,
}: {
  readonly values: Values
  readonly onChange: (part: Partial<Values>) => void
}) {
  const intl = useIntl()
  return (
    <>
      <Group grow align="flex-start">
        {(['width', 'height'] as const).map((side) => (
          <NumberInput
            key={side}
            label={<FormattedMessage id={`pictureDialog.${side}`} />}
            placeholder={intl.formatMessage({ id: 'pictureDialog.anySize' })}
            value={values[side] ?? ''}
            min={1}
            max={maxPictureSidePx}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            onChange={(value) => onChange({ [side]: typeof value === 'number' && value > 0 ? value : null })}
          />
        ))}
      </Group>
      <Group grow align="flex-start">
        <Select
          label={<FormattedMessage id="profiles.format" />}
          placeholder={intl.formatMessage({ id: 'presets.format.any' })}
          value={values.format}
          clearable
          data={pictureFormats.map((value) => ({ value, label: fileTypeText(intl, `image/${value}`) }))}
          onChange={(value) => onChange({ format: pictureFormats.find((one) => one === value) ?? null })}
        />
        <NumberInput
          label={<FormattedMessage id="profiles.quality" />}
          placeholder={intl.formatMessage({ id: 'presets.quality.usual' })}
          value={values.quality ?? ''}
          disabled={values.format === 'png'}
          min={1}
          max={100}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          onChange={(value) => onChange({ quality: typeof value === 'number' && value > 0 ? value : null })}
        />
      </Group>
      <Checkbox
        label={<FormattedMessage id="pictureDialog.metadata" />}
        checked={values.metadata === 'all'}
        onChange={(event) => onChange({ metadata: event.currentTarget.checked ? 'all' : 'none' })}
      />
    </>
  )
}
