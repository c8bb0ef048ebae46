/**
 * A change of a list in place of a new list.
 * @source wire facts "Entities": array values; data-layer §4 Mass import edits
 */
export interface ListChange {
  readonly $mode: 'replace' | 'appendnew' | 'remove' | 'clear'
  readonly $values?: readonly unknown[]
}

type Values = Readonly<Record<string, unknown>>

/**
 * The properties as they will be once changes are done: links written as ids take the linked entity that is
 * known, list changes are carried out. Properties that stay keep their identity.
 */
export function applyChanges<Base extends Values>(base: Base, changes: Values): Base {
  const changed: Record<string, unknown> = { ...base }
  for (const field of Object.keys(changes))
    if (field !== '$version' && field !== '__proto__')
      changed[field] = changedValue(base[field], changes[field])
  return changed as Base
}

function changedValue(before: unknown, value: unknown): unknown {
  if (isListChange(value)) return changeList(before, value)
  if (Array.isArray(value))
    return value.map((part) => (Array.isArray(before) ? known(before, part) : asLink(part, before)))
  return isLink(before) ? known([before], value) : value
}

function changeList(before: unknown, { $mode, $values = [] }: ListChange): unknown {
  if ($mode === 'clear') return Array.isArray(before) ? [] : null
  const present: readonly unknown[] = Array.isArray(before) ? before : []
  const ids = new Set($values.map(idOf))
  if ($mode === 'remove') return present.filter((part) => !ids.has(idOf(part)))
  const values = $values.map((part) => known(present, part))
  if ($mode === 'replace') return values
  const there = new Set(present.map(idOf))
  return [...present, ...values.filter((part) => !there.has(idOf(part)))]
}

/** The linked entity that is known already, else a link of the id alone. */
function known(present: readonly unknown[], value: unknown): unknown {
  return (
    present.find((part) => isLink(part) && idOf(part) === idOf(value)) ??
    (present.some(isLink) ? asLink(value, present[0]) : value)
  )
}

function asLink(value: unknown, sample: unknown): unknown {
  return typeof value === 'number' && isLink(sample) ? { id: value } : value
}

function isListChange(value: unknown): value is ListChange {
  return typeof value === 'object' && value !== null && '$mode' in value
}

function isLink(value: unknown): value is { readonly id: unknown } {
  return typeof value === 'object' && value !== null && 'id' in value
}

function idOf(value: unknown): unknown {
  return isLink(value) ? value.id : value
}
