/** Which assets a gallery shows, as its form asks for it: all that is said must be true of each. */
export interface GalleryQuery {
  /** Ids; an asset is in one of them. */
  readonly collections: readonly number[]
  readonly keywords: readonly number[]
  /** Ids of types: images, videos. */
  readonly natures: readonly number[]
}
const names = { collections: 'collections', keywords: 'keywords', natures: 'rootnature' } as const
const parts = Object.keys(names) as (keyof typeof names)[]

/** Reads the query of a gallery; undefined where it asks something that the form does not know. */
export function readGalleryQuery(query: unknown): GalleryQuery | undefined {
  if (!isObject(query)) return undefined
  const found: Record<keyof GalleryQuery, readonly number[]> = { collections: [], keywords: [], natures: [] }
  const conditions = Object.keys(query).length === 0 ? [] : isOnly(query, 'and') ? query['and'] : [query]
  if (!Array.isArray(conditions)) return undefined
  for (const condition of conditions as readonly unknown[]) {
    const part = parts.find((name) => isOnly(condition, names[name]))
    const of = part && isObject(condition) ? condition[names[part]] : undefined
    const ids: unknown = isOnly(of, 'in') ? of['in'] : undefined
    if (!part || found[part].length > 0 || !isIds(ids)) return undefined
    found[part] = ids
  }
  return found
}

/** The opposite of {@link readGalleryQuery}; nothing where nothing was said: such a gallery is empty. */
export function writeGalleryQuery(query: GalleryQuery): Record<string, unknown> {
  const and = parts.flatMap((part) =>
    query[part].length === 0 ? [] : [{ [names[part]]: { in: query[part] } }],
  )
  return and.length === 0 ? {} : { and }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isOnly<Name extends string>(value: unknown, name: Name): value is Readonly<Record<Name, unknown>> {
  return isObject(value) && Object.keys(value).length === 1 && Object.hasOwn(value, name)
}

function isIds(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === 'number')
}
