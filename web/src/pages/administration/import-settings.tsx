import type { EntityData } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Select, Stack, Switch, Title } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EditProblem } from '../../components/asset-details/edit-problem.tsx'
import { labelOf, schemaPath, useFieldRecords, useFollowSchema } from './use-schema-records.ts'

interface ImportSettingsProps {
  readonly schema: EntityData
  /** The record as it is stored. */
  readonly stored: EntityData
}

/** Whether files are imported into a resource, and which of its file fields takes them. */
export function ImportSettings({ schema, stored }: ImportSettingsProps) {
  const intl = useIntl()
  const { data, hasData } = useFieldRecords(schema.id)
  const importField = stored['importfield']
  const [field, setField] = useState(typeof importField === 'string' ? importField : null)
  const [failure, setFailure] = useState<unknown>(null)
  const save = useSaveImportField(schema)
  if (!hasData) return null
  const files = data.filter((one) => one['type'] === 'binary')
  const [first] = files
  const isFixed = schema.name === 'asset'
  const change = async (next: string | null): Promise<void> => {
    setFailure(null)
    setField(next)
    await save(next).catch((error: unknown) => {
      setField(field)
      setFailure(error)
    })
  }
  const hint = isFixed ? 'builtin' : first === undefined ? 'none' : 'hint'
  return (
    <section>
      <Title order={2} fz="md">
        <FormattedMessage id="administration.imports" />
      </Title>
      <Stack gap="sm" mt="sm" maw={520}>
        <Switch
          label={<FormattedMessage id="administration.imports.switch" />}
          description={<FormattedMessage id={`administration.imports.${hint}`} />}
          checked={field !== null}
          disabled={isFixed || (first === undefined && field === null)}
          onChange={(event) => void change(event.currentTarget.checked ? (first?.name ?? null) : null)}
        />
        {field !== null && files.length > 1 && (
          <Select
            label={<FormattedMessage id="administration.imports.field" />}
            data={files.map((one) => ({ value: one.name ?? '', label: labelOf(one, intl.locale) }))}
            value={field}
            disabled={isFixed}
            allowDeselect={false}
            onChange={(next) => void change(next)}
          />
        )}
        {failure !== null && <EditProblem error={failure} />}
      </Stack>
    </section>
  )
}

function useSaveImportField(schema: EntityData): (field: string | null) => Promise<void> {
  const { entities } = useClient()
  const follow = useFollowSchema(schema)
  return async (field) => {
    await entities.patch(schemaPath, schema.id, { importfield: field })
    await follow()
  }
}
