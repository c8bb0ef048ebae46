import type { StorageLimit } from '@cartouche/contract'
import { Fieldset, Group, NumberInput, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import type { TextId } from '../../translations/texts.ts'

const bytesPerGigabyte = 1_000_000_000
/** A petabyte and a billion files: beyond any library. */
const most = { gigabytes: 1_000_000, files: 1_000_000_000 }

interface StorageLimitFieldsProps {
  /** Whose limit it is. */
  readonly hint: TextId
  readonly value: StorageLimit
  readonly onChange: (value: StorageLimit) => void
}

/** How much somebody may store: gigabytes and files; an empty field is no limit. */
export function StorageLimitFields({ hint, value, onChange }: StorageLimitFieldsProps) {
  const intl = useIntl()
  const shared = {
    placeholder: intl.formatMessage({ id: 'quota.none' }),
    flex: '1 1 140px',
    min: 0,
    allowNegative: false,
    thousandSeparator: intl.formatNumber(1000).replaceAll(/\d/g, '') || false,
  }
  return (
    <Fieldset legend={<FormattedMessage id="storageLimit.title" />}>
      <Text fz="sm" c="dimmed" mb="xs">
        <FormattedMessage id={hint} />
      </Text>
      <Group gap="sm" align="flex-end">
        <NumberInput
          {...shared}
          label={<FormattedMessage id="storageLimit.gigabytes" />}
          max={most.gigabytes}
          decimalScale={3}
          decimalSeparator={intl.formatNumber(0.1).replaceAll(/\d/g, '')}
          value={value.sizeBytes === null ? '' : value.sizeBytes / bytesPerGigabyte}
          onChange={(gigabytes) =>
            onChange({
              ...value,
              sizeBytes: gigabytes === '' ? null : Math.round(Number(gigabytes) * bytesPerGigabyte),
            })
          }
        />
        <NumberInput
          {...shared}
          label={<FormattedMessage id="storageLimit.files" />}
          max={most.files}
          allowDecimal={false}
          value={value.files ?? ''}
          onChange={(files) => onChange({ ...value, files: files === '' ? null : Number(files) })}
        />
      </Group>
    </Fieldset>
  )
}
