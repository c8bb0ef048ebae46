/**
 * Why a picture, film or page could not be made:
 * - `broken`: no pixels can be decoded, the file is damaged
 * - `truncated`: the file ends before its content does
 * - `too_many_pixels`, `decompression_bomb`, `too_large`: outside of the limits
 * - `unsupported`: nothing here can draw this kind of file, or this rendition does not exist for it
 * - `tool_missing`: a program of the machine (ffmpeg, pdftoppm, LibreOffice) is needed and not there
 * - `password_protected`: the content is encrypted
 * - `timeout`, `memory`, `crashed`: the decoder was stopped, or stopped
 * - `killed`: others ended the process that was to decode it; nothing is known to be wrong with the file
 * - `cancelled`: the caller gave up
 */
export type RenditionErrorCode = (typeof renditionErrorCodes)[number]

const renditionErrorCodes = [
  'broken',
  'truncated',
  'too_many_pixels',
  'decompression_bomb',
  'too_large',
  'unsupported',
  'tool_missing',
  'password_protected',
  'timeout',
  'memory',
  'crashed',
  'killed',
  'cancelled',
] as const

const soundCodes: ReadonlySet<string> = new Set(['unsupported', 'tool_missing', 'password_protected'])

/** Whether something is one of the codes. */
export function isRenditionErrorCode(code: unknown): code is RenditionErrorCode {
  return (renditionErrorCodes as readonly unknown[]).includes(code)
}

/** A rendition that could not be made: `code` for programs, `message` in plain words for people. */
export class RenditionError extends Error {
  readonly code: RenditionErrorCode
  /** What the message says in particular, for texts in other languages. */
  readonly data: Readonly<Record<string, string | number>> | undefined
  readonly #isSound: boolean

  /** `isSound`: the file is kept as it is, whatever the code says of its picture. Default: by the code. */
  constructor(
    code: RenditionErrorCode,
    message: string,
    options?: ErrorOptions & {
      readonly isSound?: boolean
      readonly data?: Readonly<Record<string, string | number>>
    },
  ) {
    super(message, options)
    this.name = 'RenditionError'
    this.code = code
    this.data = options?.data
    this.#isSound = options?.isSound ?? soundCodes.has(code)
  }

  /** False where it says nothing of the file: somebody gave up, or others ended the decoder. */
  get isOfFile(): boolean {
    return this.code !== 'cancelled' && this.code !== 'killed'
  }

  /** True where the file itself is sound, so that a placeholder takes the place of its picture. */
  get allowsPlaceholder(): boolean {
    return this.#isSound
  }
}
