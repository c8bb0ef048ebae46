/** A file that a browser shows. */
export interface Source {
  readonly address: string
  readonly mediaType: string
  /** Pixels; what is not a picture has none. */
  readonly width: number
  readonly height: number
}

/** An asset as components show it. */
export interface Asset {
  readonly id: number
  readonly name: string
  /** What it shows, for those who do not see it; empty where nobody described it. */
  readonly description: string
  readonly nature: 'IMAGE' | 'VIDEO' | 'AUDIO' | 'DOCUMENT' | 'OTHER'
  /** The same picture, small to large; none where it has none. */
  readonly pictures: readonly Source[]
  /** What plays it; undefined for what does not play. */
  readonly player: Source | undefined
  /** The file itself, where it is offered. */
  readonly file: { readonly address: string; readonly name: string; readonly sizeBytes: number } | undefined
}
