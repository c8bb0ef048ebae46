/** A file that a browser shows. */
export interface Source {
  readonly address: string
  readonly mediaType: string
  /** Pixels; what is not a picture has none. */
  readonly width: number
  readonly height: number
}

/** What plays an asset. */
export interface Player extends Source {
  /** Where the playlist of a film in several sizes is, for browsers that play such films by themselves. */
  readonly adaptive?: string | undefined
  /** Texts that are read along, in the order in which they are offered. */
  readonly subtitles: readonly Subtitles[]
}

/** Subtitles or captions, as WebVTT. */
export interface Subtitles {
  readonly address: string
  readonly kind: 'subtitles' | 'captions'
  /** BCP 47; undefined where it is not known. */
  readonly language: string | undefined
  readonly label: string
  /** Whether they are shown from the start. */
  readonly isShown: boolean
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
  readonly player: Player | undefined
  /** The file itself, where it is offered. */
  readonly file: { readonly address: string; readonly name: string; readonly sizeBytes: number } | undefined
}
