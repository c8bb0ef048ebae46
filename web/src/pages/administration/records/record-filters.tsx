import type { SchemaSnapshot } from '@cartouche/client'
import { Button, Popover, Select, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FilterConditions } from './filter-conditions.tsx'
import type { Records } from './use-records.ts'

/** Types of fields that no list asks for. */
const unasked = ['json', 'binary', 'geo']

/** Adds a filter by a field of the schema: chosen first, then what it must be. */
export function RecordFilters({
  schema,
  records,
}: {
  readonly schema: SchemaSnapshot
  readonly records: Records
}) {
  const intl = useIntl()
  const [opened, popover] = useDisclosure(false)
  const [field, setField] = useState<string | null>(null)
  const fields = Object.entries(schema.fields)
    .filter(([, { type, i18nFor }]) => !unasked.includes(type) && i18nFor === null)
    .map(([value, { name }]) => ({ value, label: name }))
  const close = (): void => {
    setField(null)
    popover.close()
  }
  const header = schema.fields[field ?? '']
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && close()}
      width={320}
      trapFocus
      position="bottom-end"
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} stroke={1.7} aria-hidden />}
          onClick={opened ? close : popover.open}
        >
          <FormattedMessage id="records.filter" />
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={intl.formatMessage({ id: 'records.filter' })}>
        <Stack gap="sm">
          <Select
            label={<FormattedMessage id="records.filter.field" />}
            data={fields}
            value={field}
            searchable
            data-autofocus
            nothingFoundMessage={<FormattedMessage id="pickLinks.none" />}
            comboboxProps={{ withinPortal: false }}
            onChange={setField}
          />
          {field !== null && header !== undefined && (
            <FilterConditions
              key={field}
              field={field}
              header={header}
              state={records.state}
              onApply={(changes) => {
                records.change(changes)
                close()
              }}
            />
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
