import { uploadLimits } from '@cartouche/client'
import { Group, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { maxUploadGb, type LinkPartProps } from './share-draft.ts'

/** What is wanted of visitors who send files, and how much they may send in all. */
export function LinkUploads({ form, onChange }: LinkPartProps) {
  const intl = useIntl()
  return (
    <Stack gap="sm" ml="xl">
      <Text fz="sm" c="dimmed">
        <FormattedMessage id="shareDialog.uploads.text" />
      </Text>
      <Textarea
        label={<FormattedMessage id="shareDialog.uploads.note" />}
        placeholder={intl.formatMessage({ id: 'shareDialog.uploads.note.example' })}
        value={form.uploadNote}
        autosize
        minRows={1}
        maxRows={5}
        maxLength={2000}
        onChange={({ currentTarget }) => onChange({ uploadNote: currentTarget.value })}
      />
      <Group gap="sm" align="flex-start" grow>
        <NumberInput
          label={<FormattedMessage id="shareDialog.uploads.maxFiles" />}
          value={form.uploadMaxFiles}
          min={1}
          max={uploadLimits.files.max}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="strict"
          placeholder={String(uploadLimits.files.default)}
          onChange={(value) => onChange({ uploadMaxFiles: typeof value === 'number' ? value : '' })}
        />
        <NumberInput
          label={<FormattedMessage id="shareDialog.uploads.maxBytes" />}
          value={form.uploadMaxGb}
          min={0.01}
          max={maxUploadGb}
          decimalScale={2}
          allowNegative={false}
          placeholder="10"
          onChange={(value) => onChange({ uploadMaxGb: typeof value === 'number' && value > 0 ? value : '' })}
        />
      </Group>
    </Stack>
  )
}
