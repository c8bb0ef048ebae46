/** What a server answers to a search; `text` is what was asked, so that nobody can be taken in. */
export interface Found {
  readonly text: string
  readonly names: readonly string[]
}

/** Asks the server. */
export type Ask = (text: string, signal: AbortSignal | undefined) => Promise<Found>
/** Hears of each result that is shown as the answer to a text. */
export type Show = (text: string, found: Found) => void

/** A search box over a store, as an application writes it that leaves the rest to the library. */
export interface Searcher {
  readonly name: string
  /** Opens a list of everything; `type` is called for each letter. */
  open(ask: Ask, show: Show): Promise<{ type(text: string): void; close(): void }>
}
