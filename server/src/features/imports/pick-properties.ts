import type { ImportItem } from '@cartouche/contract'

/** What distinguishes an item from every other is always answered. */
const identity: ReadonlySet<string> = new Set(['id', '$uuid', '$resource', '$path'])
/** Technical properties that have to be asked for by name. */
const onDemand: ReadonlySet<string> = new Set(['$nextresulttoken'])

/** Which properties of an item are asked for. */
export interface PropertyChoice {
  readonly props?: readonly string[] | undefined
  readonly techProps?: readonly string[] | undefined
  readonly withRights?: boolean | undefined
  readonly workflows?: boolean | undefined
}

/** Whether a property is asked for. */
export function isAsked(name: string, choice: PropertyChoice): boolean {
  const { props, techProps } = choice
  if (identity.has(name)) return true
  if (name === '$rights') return choice.withRights === true
  if (name === 'workflows') return choice.workflows === true
  if (techProps && name.startsWith('$')) return techProps.includes(name) || (props?.includes(name) ?? false)
  return props ? props.includes(name) : !onDemand.has(name)
}

/** An item with the properties that are asked for. @source data-layer §7 Mass import: props, techProps */
export function pickProperties(item: ImportItem, choice: PropertyChoice): ImportItem {
  const names = Object.keys(item)
  const asked = names.filter((name) => isAsked(name, choice))
  if (asked.length === names.length) return item
  const values: Readonly<Record<string, unknown>> = item
  // Whoever asks for few properties knows that the others are missing.
  return Object.fromEntries(asked.map((name) => [name, values[name]])) as unknown as ImportItem
}
