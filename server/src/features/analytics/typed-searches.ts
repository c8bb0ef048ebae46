import type { UsageRow } from './usage-row.ts'

/** Whoever writes on within this time is still typing one search. */
const typingMs = 5000
/** How many people are typing at once; what comes beyond is taken as it is. */
const maxTyping = 10_000

/** The searches that people are typing: each letter is asked for, and the last of them is what was meant. */
export interface TypedSearches {
  /** Takes a search of a client, in place of the one that it goes on with or takes back from. */
  type(client: string, row: UsageRow, nowMs: number): void
  /** Gives and forgets those that are done at this time. */
  take(nowMs: number): UsageRow[]
}

/** Creates an empty one. */
export function shortenSearches(): TypedSearches {
  const typed = new Map<string, { readonly row: UsageRow; readonly atMs: number }>()
  let done: UsageRow[] = []
  return {
    type(client, row, nowMs) {
      const before = typed.get(client)
      typed.delete(client)
      if (before && (nowMs - before.atMs >= typingMs || !goesOn(before.row, row))) done.push(before.row)
      if (typed.size >= maxTyping) done.push(row)
      else typed.set(client, { row, atMs: nowMs })
    },
    take(nowMs) {
      for (const [client, { row, atMs }] of typed) {
        if (nowMs - atMs < typingMs) break
        typed.delete(client)
        done.push(row)
      }
      const taken = done
      done = []
      return taken
    },
  }
}

function goesOn(before: UsageRow, after: UsageRow): boolean {
  if (before.resource !== after.resource || before.words === null || after.words === null) return false
  return after.words.startsWith(before.words) || before.words.startsWith(after.words)
}
