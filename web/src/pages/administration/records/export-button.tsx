import type { SchemaSnapshot } from '@cartouche/client'
import { Button } from '@mantine/core'
import { IconTableExport } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { queryOfConstraints } from '../../../address/search-of-state.ts'
import { useListName } from '../../../components/entries/list-name.ts'
import { ExportDialog } from '../../../components/export-table/export-dialog.tsx'
import { columnsSetting, type RecordColumns } from '../../../components/export-table/record-columns.ts'
import { readColumns } from '../../../components/gallery/column-choice.ts'
import { useViewSetting } from '../../../components/view-settings/use-view-setting.ts'
import type { Records } from './use-records.ts'

interface ExportButtonProps {
  readonly schema: SchemaSnapshot
  readonly records: Records
  readonly columns: RecordColumns
}

/** Saves what the list shows, all pages of it, with its columns. */
export function ExportButton({ schema, records, columns }: ExportButtonProps) {
  const name = useListName(schema)
  const [isExporting, setExporting] = useState(false)
  const [chosen] = useViewSetting<string>(columnsSetting(schema.resource), '')
  const { definition, total } = records.cursor
  const shown = readColumns(chosen, columns.known, columns.usual)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTableExport size={16} stroke={1.7} aria-hidden />}
        disabled={!records.cursor.hasData || total === 0}
        onClick={() => setExporting(true)}
      >
        <FormattedMessage id="records.export" />
      </Button>
      {isExporting && (
        <ExportDialog
          schema={schema}
          search={{
            path: definition.path,
            query: queryOfConstraints(definition.constraints ?? {}),
            ...(definition.fulltext === undefined ? {} : { fulltext: definition.fulltext }),
            ...(definition.orderby === undefined ? {} : { orderby: definition.orderby }),
          }}
          total={total}
          columns={shown.flatMap(({ field }) => columns.known.find((one) => one.field === field) ?? [])}
          name={name}
          onClose={() => setExporting(false)}
        />
      )}
    </>
  )
}
