import { Badge, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FormattedDate, FormattedNumber, useIntl } from 'react-intl'
import { formatBytes, formatDuration } from '../../translations/format.ts'
import { isEmptyValue, linksOf, type RecordField } from './asset-fields.ts'

/** The value of a field, as its type reads best; linked entities lead to the list of all that have them. */
export function FieldValue({
  field: { name, header },
  value,
}: {
  readonly field: RecordField
  readonly value: unknown
}) {
  const intl = useIntl()
  if (isEmptyValue(value)) return null
  if (header.type === 'object' || header.type === 'array') {
    return (
      <Group gap={4}>
        {linksOf(value).map((link) => (
          <Badge
            key={link.id}
            variant="light"
            color="gray"
            radius="sm"
            fw={450}
            maw="100%"
            style={{ cursor: 'pointer' }}
            renderRoot={(props) => (
              <Link to="/browse" search={{ [`is.${name}`]: String(link.id) }} {...props} />
            )}
          >
            {link.name}
          </Badge>
        ))}
      </Group>
    )
  }
  if (name === 'metadata.filesize' && typeof value === 'number') return formatBytes(intl, value)
  if (name === 'duration' && typeof value === 'number') return formatDuration(value)
  if (header.type === 'number' && typeof value === 'number') return <FormattedNumber value={value} />
  if (header.type === 'date' || header.type === 'datetime')
    return (
      <FormattedDate
        value={String(value)}
        dateStyle="medium"
        {...(header.type === 'datetime' ? { timeStyle: 'short' } : {})}
      />
    )
  if (header.type === 'geo') return geoText(value)
  if (header.type === 'boolean') return value === true ? '✓' : '–'
  return (
    <Text component="span" inherit style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {typeof value === 'string' ? value : JSON.stringify(value)}
    </Text>
  )
}

/** A position as `48.85837, 2.29448`. */
export function geoText(value: unknown): string {
  const { lat, lon } = (value ?? {}) as { lat?: unknown; lon?: unknown }
  return typeof lat === 'number' && typeof lon === 'number' ? `${lat.toFixed(5)}, ${lon.toFixed(5)}` : ''
}
