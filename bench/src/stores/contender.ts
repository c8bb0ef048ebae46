/** An entity as every contender keeps it. */
export interface Item {
  readonly id: number
  readonly name: string
  readonly city: string
  readonly width: number
  readonly keywords: readonly { readonly id: number; readonly name: string }[]
}

/** An edit that is seen before the server has answered. */
export interface Edit {
  readonly id: number
  readonly changes: Partial<Omit<Item, 'id'>>
}

/** A store of entities, as an application uses that library for it. */
export interface Contender {
  /** Takes entities as a list of the server's brings them. */
  write(items: readonly Item[]): void
  /** Takes one entity that changed elsewhere. */
  update(item: Item): void
  read(id: number): Item | undefined
  /** Listens to one entity. */
  subscribe(id: number, listener: () => void): () => void
  /** Ends when every listener has been notified of all that was changed. */
  settle(): Promise<void>
  /** Opens a list that someone watches, with these hits, of which more come. */
  openList(items: readonly Item[]): Promise<void>
  /** Appends the next page to it; its hits can be read by their ids, too. */
  append(items: readonly Item[]): Promise<void>
  /** The names of the hits, in order. */
  listNames(): string[]
  /**
   * Shows edits at once; they end in this order, each as the server decides. `refused` says of each whether
   * it is taken back; `saved` is what the server has, by id, and holds in the end.
   */
  edit(edits: readonly Edit[], refused: (index: number) => boolean, saved: Map<number, Item>): Promise<void>
}

/** A library and how it is started. */
export interface Library {
  readonly name: string
  create(): Contender
}
