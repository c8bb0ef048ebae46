import { ApiError } from '@cartouche/contract'
import type { ProposedMetadata } from '../../media/map-tags.ts'
import type { LinkMode } from '../../model/schemas/parse-links.ts'
import { parseProperties } from '../../model/entities/parse-properties.ts'
import { proposedProperties } from '../../model/entities/proposed-properties.ts'
import { isLink, type Field, type Schema } from '../../model/schemas/schema.ts'
import { foldText } from '../../ground/fold-text.ts'

/**
 * A link of an asset to be: to an entity, or to a keyword of this name that is made when the item is
 * validated.
 */
export type ProposedLink = { readonly id: number } | { readonly name: string }

/** Properties of an asset to be, by field, as `parseProperties` gives them; links as lists. */
export type ItemMetadata = Readonly<Record<string, unknown>>

/** Values by field and kind, such as `city text` and `keywords >assetkeyword`. */
export type KeptValues = Readonly<Record<string, unknown>>

/** What the file proposes; of the keywords those that exist by their id. */
export function proposeMetadata(
  proposed: ProposedMetadata,
  keywords: ReadonlyMap<string, number>,
): ItemMetadata {
  const links = proposed.keywords.map((name): ProposedLink => {
    const id = keywords.get(foldText(name))
    return id === undefined ? { name } : { id }
  })
  return { ...proposedProperties(proposed), ...(links.length > 0 ? { keywords: uniqueLinks(links) } : {}) }
}

/** A change of metadata as an edit asks for it, for every item alike. */
export interface MetadataChange {
  readonly values: Readonly<Record<string, unknown>>
  readonly links: readonly {
    readonly field: string
    readonly target: string
    readonly mode: LinkMode
    readonly links: readonly ProposedLink[]
  }[]
}

/**
 * Parses an edit against the schema of what items become. Keywords may be named by `{name}` where there is
 * none yet.
 * @throws unknown_field, field_read_only, field_mandatory, invalid_parameter
 */
export function parseMetadataChange(schema: Schema, data: Readonly<Record<string, unknown>>): MetadataChange {
  const named = new Map<string, string[]>()
  const given = Object.entries(data).map(([field, value]) => {
    if (!isKeywords(schema.fields.get(field))) return [field, value] as const
    const { names, rest } = namesOf(field, value)
    named.set(field, names)
    return [field, rest] as const
  })
  const parsed = parseProperties(schema, Object.fromEntries(given), 'patch')
  return {
    values: {
      ...parsed.props,
      ...(parsed.validFrom === undefined ? {} : { validfrom: parsed.validFrom }),
      ...(parsed.validUntil === undefined ? {} : { validuntil: parsed.validUntil }),
    },
    links: parsed.links.map(({ field, mode, ids }) => ({
      field: field.name,
      target: field.target,
      mode,
      links: [...ids.map((id) => ({ id })), ...(named.get(field.name) ?? []).map((name) => ({ name }))],
    })),
  }
}

/** Applies an edit to what an item proposes. @source data-layer §4: appendnew, remove, clear */
export function changeMetadata(metadata: ItemMetadata, change: MetadataChange): ItemMetadata {
  const next: Record<string, unknown> = { ...metadata, ...change.values }
  for (const { field, mode, links } of change.links) {
    const now = linksOf(metadata, field)
    const same = new Set(links.map(keyOf))
    if (mode === 'remove') next[field] = now.filter((link) => !same.has(keyOf(link)))
    else if (mode === 'clear') next[field] = []
    else next[field] = uniqueLinks(mode === 'appendnew' ? [...now, ...links] : links)
  }
  return next
}

/** The links of a field, as stored. */
export function linksOf(metadata: ItemMetadata, field: string): ProposedLink[] {
  const value = metadata[field]
  return Array.isArray(value) ? (value as ProposedLink[]) : []
}

/** Names of keywords that items propose and that do not exist yet. */
export function newKeywordsOf(schema: Schema, metadata: ItemMetadata): string[] {
  return [...schema.fields.values()]
    .filter(isKeywords)
    .flatMap(({ name }) => linksOf(metadata, name))
    .flatMap((link) => ('name' in link ? [link.name] : []))
}

/** Whether a field links to keywords, which are made where an item names one that is not there. */
function isKeywords(field: Field | undefined): boolean {
  return field?.type === 'array' && field.target === 'assetkeyword'
}

/** The properties that are not links, and the links, as an entity takes them. */
export function splitMetadata(
  schema: Schema,
  metadata: ItemMetadata,
): { props: Record<string, unknown>; links: { field: string; target: string; links: ProposedLink[] }[] } {
  const props: Record<string, unknown> = {}
  const links: { field: string; target: string; links: ProposedLink[] }[] = []
  for (const [name, value] of Object.entries(metadata)) {
    const field = schema.fields.get(name)
    if (!field) continue
    if (isLink(field)) links.push({ field: name, target: field.target, links: linksOf(metadata, name) })
    else props[name] = value
  }
  return { props, links }
}

const maxKeywordLength = 200

function namesOf(field: string, value: unknown): { names: string[]; rest: unknown } {
  const isModed = typeof value === 'object' && value !== null && '$values' in value
  const list: unknown = isModed ? value.$values : value
  if (!Array.isArray(list)) return { names: [], rest: value }
  const isNamed = (one: unknown): one is { name: string } =>
    typeof one === 'object' &&
    one !== null &&
    'name' in one &&
    typeof one.name === 'string' &&
    !('id' in one && one.id !== null && one.id !== undefined)
  const names = list.filter(isNamed).map((one) => one.name.replaceAll('\0', '').trim())
  if (names.some((name) => name === '' || name.length > maxKeywordLength))
    throw new ApiError('invalid_parameter', {
      parameter: field,
      reason: `a keyword has 1 to ${maxKeywordLength} characters`,
    })
  const rest = list.filter((one) => !isNamed(one))
  return { names, rest: isModed ? { ...value, $values: rest } : rest }
}

function keyOf(link: ProposedLink): string {
  return 'id' in link ? `#${link.id}` : foldText(link.name)
}

function uniqueLinks(links: readonly ProposedLink[]): ProposedLink[] {
  const seen = new Set<string>()
  return links.filter((link) => !seen.has(keyOf(link)) && seen.add(keyOf(link)))
}
