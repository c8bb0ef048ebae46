/**
 * Parameters of an address: a text, or several texts where a key is repeated. Each page reads its own from
 * them.
 */
export type AddressParams = Record<string, string | string[]>

/** Reads `?a=1&a=2&b=3` as `{ a: ['1', '2'], b: '3' }`: addresses stay readable, unlike the router's JSON. */
export function parseSearchParams(search: string): AddressParams {
  const found: AddressParams = {}
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
    for (const one of Array.isArray(value) ? value : [value])
      if (typeof one === 'string' && one !== '') search.append(key, one)
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
