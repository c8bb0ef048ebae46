import type pg from 'pg'
import { createColumnTable, type BestQuestion, type ColumnCounts, type ColumnTable } from './column-table.ts'
import type { Revisions } from './revision-column.ts'
import type { ValueSets } from './facet-columns.ts'
import { wordsOfCondition, type ColumnCondition } from '../condition.ts'
import { numberBytes, readNumber } from '../../../ground/database/packed.ts'
import { keyOfWords, type LearnedWords, type UnknownWords, type WantedWords } from './word-sets.ts'
import {
  loadedRows,
  parseIntegers,
  selectChanges,
  selectFieldsOf,
  startLoading,
  type StoredRow,
} from './column-store.sql.ts'

/** What is counted: the rows that a condition holds for, or these rows. */
export interface CountQuestion {
  readonly resource: string
  readonly rows:
    | { readonly condition: ColumnCondition }
    | { /** As PostgreSQL writes an array, `{1,2,3}`. */ readonly ids: string }
  readonly withFacets: boolean
  /** Their ids are given where there are no more than this. */
  readonly maxIds?: number
  /** Which of the rows are ranked highest for some words of the condition. */
  readonly best?: BestQuestion
  /** Sets of values of one field: how many of the rows have a value of each. */
  readonly sets?: ValueSets
}

/** Whose revisions are asked for: of these rows, those that each of the conditions holds for. */
export interface RevisionQuestion<On = ColumnCondition> {
  readonly resource: string
  /** May be there more than once. */
  readonly ids: Float64Array<ArrayBuffer>
  readonly conditions: readonly On[]
}

/** The numbers of the whole projection, as of one snapshot of the database. */
export interface ColumnStore {
  /**
   * Brings it to the present: all that was committed before the call is in it. False where that needs a new
   * store.
   */
  refresh(): Promise<boolean>
  /**
   * The words of a question whose rows are not known. They are read, and given to `learn` before the next
   * `refresh`; then the question is asked again.
   */
  unknownWords(question: CountQuestion): UnknownWords[]
  learn(learned: LearnedWords): void
  count(question: CountQuestion): ColumnCounts
  revisions(question: RevisionQuestion): Revisions[]
  /** What it holds in memory, bytes. */
  sizeBytes(): number
}

/**
 * Loads a store in one pass over the projection, as one snapshot. The connection is the store's alone.
 * @source decision 0012
 */
export async function loadColumnStore(client: pg.Client): Promise<ColumnStore> {
  const fields = new Map<number, string>()
  const tables = new Map<string, ColumnTable>()
  const { rowsByResource, snapshot: loaded } = await startLoading(client)
  let snapshot = loaded
  const fieldOf = (value: number): string => fields.get(value) ?? ''
  const tableOf = (resource: string): ColumnTable => {
    const table =
      tables.get(resource) ?? createColumnTable((rowsByResource.get(resource) ?? 0) + 1024, fieldOf)
    tables.set(resource, table)
    return table
  }
  const put = async (rows: readonly StoredRow[]): Promise<void> => {
    const unknown = new Set<number>()
    for (const { row } of rows)
      for (const value of row?.facets ?? []) if (!fields.has(value)) unknown.add(value)
    if (unknown.size > 0)
      for (const [value, field] of await selectFieldsOf(client, [...unknown])) fields.set(value, field)
    for (const { resource, id, row } of rows) {
      if (row) tableOf(resource).set(id, row)
      else tableOf(resource).delete(id)
    }
  }
  for await (const rows of loadedRows(client)) await put(rows)
  return {
    refresh: async () => {
      const kept = [...tables].flatMap(([resource, table]) =>
        table.keptWords().map((words) => ({ resource, ...words })),
      )
      const changes = await selectChanges(client, snapshot, kept)
      if (!changes.isComplete) return false
      await put(changes.rows)
      snapshot = changes.snapshot
      return true
    },
    unknownWords: (question) => {
      const wanted = wordsOfQuestion(question)
      return wanted.length === 0 ? [] : tableOf(question.resource).unknownWords(wanted)
    },
    learn: (learned) => {
      const { ids, ranks } = unpack(learned)
      tableOf(learned.resource).learn(learned, ids, ranks)
    },
    count: ({ resource, rows, ...wanted }) =>
      tableOf(resource).count('ids' in rows ? { ids: parseIntegers(rows.ids) } : rows, wanted),
    revisions: ({ resource, ids, conditions }) => tableOf(resource).revisions(ids, conditions),
    sizeBytes: () => [...tables.values()].reduce((sum, table) => sum + table.sizeBytes(), 0),
  }
}

/** Each once; those whose ranks are asked for, with them. */
function wordsOfQuestion({ rows, best }: CountQuestion): WantedWords[] {
  const words = 'condition' in rows ? wordsOfCondition(rows.condition) : []
  const rankedKey = best && keyOfWords(best.words)
  const byKey = new Map([...words, ...(best ? [best.words] : [])].map((one) => [keyOfWords(one), one]))
  return [...byKey].map(([key, one]) => ({ words: one, isRanked: key === rankedKey }))
}

const rankBytes = 4

/** As `selectWordRows` packs them. */
function unpack({ packed, isRanked }: LearnedWords): { ids: Float64Array; ranks: Float32Array } {
  const bytes = Buffer.from(packed.buffer)
  const rowBytes = numberBytes + (isRanked ? rankBytes : 0)
  const ids = new Float64Array(bytes.length / rowBytes)
  const ranks = new Float32Array(isRanked ? ids.length : 0)
  for (let at = 0; at < ids.length; at++) {
    ids[at] = readNumber(bytes, at * rowBytes)
    if (isRanked) ranks[at] = bytes.readFloatBE(at * rowBytes + numberBytes)
  }
  return { ids, ranks }
}
