/** What the list was searched for, as its address (`?q=budget`) says it; empty: nothing. */
export function textOfSearch({ q }: Readonly<Record<string, unknown>>): string {
  return typeof q === 'string' ? q.trim() : ''
}
