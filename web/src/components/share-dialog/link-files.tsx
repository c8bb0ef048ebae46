import { calls } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { Checkbox, Select, Stack, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import type { LinkPartProps } from './share-draft.ts'

/** The profile that gives originals, and the ones too small for a film. */
const originals = 'originals'
const small = 'thumbnailBig'

/**
 * Which files a new link gives: all, or some download profiles. Visitors see no picture that is larger than
 * what they may take.
 * @source decision 0236
 */
export function LinkFiles({ form: { profiles: chosen }, onChange }: LinkPartProps) {
  const intl = useIntl()
  const profiles = useRead(calls.listDownloadProfiles, {}).data ?? []
  const isSome = chosen !== null
  const hint = chosen?.every((code) => code === small) ? 'small' : 'limited'
  return (
    <Stack gap={6}>
      <Select
        label={<FormattedMessage id="shareDialog.files" />}
        value={isSome ? 'some' : 'all'}
        allowDeselect={false}
        onChange={(value) =>
          onChange({
            profiles:
              value === 'some' ? profiles.flatMap(({ code }) => (code === originals ? [] : code)) : null,
          })
        }
        data={(['all', 'some'] as const).map((value) => ({
          value,
          label: intl.formatMessage({ id: `shareDialog.files.${value}` }),
          disabled: value === 'some' && profiles.length < 2,
        }))}
      />
      {isSome && (
        <Checkbox.Group
          aria-label={intl.formatMessage({ id: 'shareDialog.files.some' })}
          value={[...chosen]}
          onChange={(codes) => codes.length > 0 && onChange({ profiles: codes })}
        >
          <Stack gap={6} mt={4} ml="xl">
            {profiles.map(({ code, name }) => (
              <Checkbox
                key={code}
                value={code}
                label={name}
                // A link gives something.
                disabled={chosen.length === 1 && chosen[0] === code}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {isSome && !chosen.includes(originals) && (
        <Text fz="sm" c="dimmed" ml="xl">
          <FormattedMessage id={`shareDialog.files.${hint}`} />
        </Text>
      )}
    </Stack>
  )
}
