import { isCanceled, type SchemaSnapshot } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { errorText } from '../../../translations/error-text.ts'
import { planImport, saveImport, type ImportPlan, type PlannedRow, type RowProblem } from './plan-import.ts'
import { decodeText, readCsv, type CsvTable } from './read-csv.ts'

/** The most that one import takes. */
const maxRows = 10_000
const maxBytes = 20_000_000

/** Where the import of a table is. */
export type ImportRun =
  | { readonly phase: 'checking' | 'saving'; readonly done: number; readonly total: number }
  | { readonly phase: 'ready'; readonly table: CsvTable; readonly plan: ImportPlan }
  | {
      readonly phase: 'done'
      readonly saved: readonly PlannedRow[]
      /** Rows that were not reached because it was stopped. */
      readonly left: number
      readonly problems: readonly RowProblem[]
    }
  | { readonly phase: 'failed'; readonly text: string }

export interface ImportRunControl {
  /** Null: no file is chosen. */
  readonly run: ImportRun | null
  /** Reads and tries a file; nothing is saved. */
  readonly open: (file: File) => Promise<void>
  /** Saves what was tried. */
  readonly save: (plan: ImportPlan) => Promise<void>
  /** Stops what runs; while it is saved, what is saved stays. */
  readonly stop: () => void
  readonly close: () => void
}

/** Imports a table of records in two steps: what it would do is shown before anything is saved. */
export function useImportRun(schema: SchemaSnapshot, onSaved: () => Promise<void>): ImportRunControl {
  const intl = useIntl()
  const client = useClient()
  const [run, setRun] = useState<ImportRun | null>(null)
  const abort = useRef<AbortController | null>(null)
  const begin = (phase: 'checking' | 'saving', total: number) => {
    abort.current = new AbortController()
    setRun({ phase, done: 0, total })
    return {
      schema,
      intl,
      signal: abort.current.signal,
      onProgress: (done: number) => setRun({ phase, done, total }),
    }
  }
  const fail = (text: string): void => setRun({ phase: 'failed', text })
  return {
    run,
    async open(file) {
      if (file.size > maxBytes) return fail(intl.formatMessage({ id: 'records.import.tooLong' }, { maxRows }))
      const table = readCsv(decodeText(await file.arrayBuffer()))
      if (table.rows.length === 0) return fail(intl.formatMessage({ id: 'records.import.empty' }))
      if (table.rows.length > maxRows)
        return fail(intl.formatMessage({ id: 'records.import.tooLong' }, { maxRows }))
      const options = begin('checking', table.rows.length)
      try {
        const plan = await planImport(client, table, options)
        setRun({ phase: 'ready', table, plan })
      } catch (error) {
        if (options.signal.aborted || isCanceled(error)) setRun(null)
        else fail(errorText(intl, error))
      }
    },
    async save({ rows }) {
      const { saved, problems } = await saveImport(client, rows, begin('saving', rows.length))
      setRun({ phase: 'done', saved, problems, left: rows.length - saved.length - problems.length })
      await onSaved()
    },
    stop: () => abort.current?.abort(),
    close() {
      abort.current?.abort()
      setRun(null)
    },
  }
}
