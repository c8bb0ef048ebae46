import {
  itemStatus,
  type FailedUpload,
  type ImportJobSnapshot,
  type UploadFile,
  type UploadQueueSnapshot,
} from '@cartouche/client'
import type { FieldHeader, ImportItem, ImportItemStatus } from '@cartouche/contract'
import { statusesOf, type StateFilter } from './import-filter.ts'

/** One line of the table: a file that was not taken, one on its way, or an item. */
export type ImportRow =
  | { readonly kind: 'failed'; readonly key: string; readonly failed: FailedUpload }
  | { readonly kind: 'upload'; readonly key: string; readonly file: UploadFile }
  | {
      readonly kind: 'item'
      readonly key: string
      readonly item: ImportItem
      readonly status: ImportItemStatus
    }

/**
 * All lines of an import: what failed first, then what is on its way, then the items in the order of their
 * upload.
 */
export function rowsOf(
  job: Pick<ImportJobSnapshot, 'items' | 'validated'>,
  uploads: Pick<UploadQueueSnapshot, 'files' | 'failed'>,
): ImportRow[] {
  return [
    ...uploads.failed.map((failed) => ({ kind: 'failed', key: `failed ${failed.id}`, failed }) as const),
    ...uploads.files
      .filter(({ status }) => status !== 'loaded')
      .map((file) => ({ kind: 'upload', key: `upload ${file.id}`, file }) as const),
    ...[...job.items, ...job.validated]
      .toSorted((a, b) => a.id - b.id)
      .map((item) => ({ kind: 'item', key: `item ${item.id}`, item, status: itemStatus(item) }) as const),
  ]
}

/**
 * Whether a line belongs to what is shown. `isSearched`: something is searched for, so that what is no item
 * yet is not found.
 */
export function isShown(row: ImportRow, state: StateFilter, isSearched = false): boolean {
  if (row.kind !== 'item')
    return !isSearched && (state === 'all' || state === (row.kind === 'failed' ? 'broken' : 'open'))
  return state === 'all' || row.item['$fuzzy'] === true || statusesOf[state].includes(row.status)
}

/** Whether an item can still be described. */
export function isDescribable(item: ImportItem): boolean {
  return itemStatus(item) === 'ready'
}

/** Whether something can be done with an item beside others: moved, inspected again, removed. */
export function isSelectable(item: ImportItem): boolean {
  return isDescribable(item) || itemStatus(item) === 'broken'
}

/** Ids of the items that can be selected, in the order of the lines. */
export function selectableIds(rows: readonly ImportRow[]): readonly number[] {
  return rows.flatMap((row) => (row.kind === 'item' && isSelectable(row.item) ? [row.item.id] : []))
}

/** The items that have these ids. */
export function itemsWith(items: readonly ImportItem[], ids: readonly number[]): readonly ImportItem[] {
  const wanted = new Set(ids)
  return items.filter(({ id }) => wanted.has(id))
}

type Fields = Readonly<Record<string, FieldHeader>>

/** What an item becomes. */
export function resourceOf(item: ImportItem): string {
  const resource = item.$assetmetadata['$resource']
  return typeof resource === 'string' ? resource : 'asset'
}

/** The fields of what items become, from the headers of an import; of different things those of the first. */
export function fieldsOf(headers: Readonly<Record<string, unknown>>, [item]: readonly ImportItem[]): Fields {
  return (headers[item ? resourceOf(item) : 'asset'] ?? {}) as Fields
}

interface FieldPermissions {
  readonly editable: boolean
  readonly mandatory: boolean
}

/**
 * Whether a field of an item can be edited and must be filled.
 * @source data-layer §3 Mass import item: $meta with faces
 */
export function permissionsOf(item: ImportItem, field: string): FieldPermissions {
  const meta = item.$assetmetadata[`$meta-${field}`] as
    | { readonly faces?: Partial<FieldPermissions> }
    | undefined
  return { editable: meta?.faces?.editable ?? false, mandatory: meta?.faces?.mandatory ?? false }
}

/** Lives as long as the item stays the same. */
const lackingBefore = new WeakMap<
  ImportItem,
  { readonly fields: Fields; readonly lacking: readonly string[] }
>()

/**
 * Names of the fields that an item needs and does not have. They are asked for of all items at each page that
 * is loaded: each item is looked through once.
 */
export function lackingFields(item: ImportItem, fields: Fields): readonly string[] {
  const before = lackingBefore.get(item)
  if (before?.fields === fields) return before.lacking
  const lacking = Object.keys(fields).filter(
    (field) => isEmpty(item.$assetmetadata[field]) && permissionsOf(item, field).mandatory,
  )
  lackingBefore.set(item, { fields, lacking })
  return lacking
}

function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  )
}
