/** Parameters of an address: a text, or several texts where a key is repeated. */
export type SearchParams = Readonly<Record<string, string | readonly string[]>>

/** Reads `?a=1&a=2&b=3` as `{ a: ['1', '2'], b: '3' }`: addresses stay readable, unlike the router's JSON. */
export function parseSearchParams(search: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {}
  for (const [key, value] of new URLSearchParams(search)) {
    const earlier = Object.hasOwn(found, key) ? found[key] : undefined
    found[key] = earlier === undefined ? value : [earlier, value].flat()
  }
  return found
}

/** The opposite of `parseSearchParams`; empty and undefined values leave no trace. */
export function formatSearchParams(params: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(params)) {
    for (const one of Array.isArray(value) ? value : [value]) if (typeof one === 'string' && one !== '') search.append(key, one)
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
