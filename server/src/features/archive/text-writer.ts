/** Writes a text of many pieces as UTF-8. */
export interface TextWriter {
  write(text: string): void
  /** All that was written; nothing may be written afterwards. */
  bytes(): Buffer
}

/** Pieces are gathered to this length: a write of few bytes costs as much as one of thousands. */
const gatheredLength = 4096

/**
 * Gives a writer that expects about `expectedBytes`. What is written goes into the bytes soon: ten thousand
 * lines that wait to be joined are moved by the garbage collector twice.
 * @source measured, descriptions and manifest of 10,000 files: 17 ms joined, 7 ms written
 */
export function createTextWriter(expectedBytes: number): TextWriter {
  let buffer = Buffer.allocUnsafeSlow(Math.max(expectedBytes, 1024))
  let end = 0
  let gathered = ''
  const flush = (): void => {
    // No UTF-16 unit takes more than three bytes of UTF-8.
    if (buffer.length - end < gathered.length * 3) {
      const larger = Buffer.allocUnsafeSlow(2 * buffer.length + gathered.length * 3)
      buffer.copy(larger, 0, 0, end)
      buffer = larger
    }
    end += buffer.write(gathered, end)
    gathered = ''
  }
  return {
    write: (text) => {
      gathered += text
      if (gathered.length >= gatheredLength) flush()
    },
    bytes: () => {
      flush()
      return buffer.subarray(0, end)
    },
  }
}
