/** The store does not hold what it should: a blob is missing, or its size or bytes are not those recorded. */
export class BlobDamaged extends Error {
  readonly sha256: string
  /** Bytes found; undefined where there is no blob. */
  readonly foundSizeBytes: number | undefined

  constructor(sha256: string, foundSizeBytes?: number, expectedSizeBytes?: number) {
    super(
      foundSizeBytes === undefined
        ? `Blob ${sha256} is missing`
        : foundSizeBytes === expectedSizeBytes
          ? `Blob ${sha256} holds other bytes than were stored`
          : `Blob ${sha256} has ${foundSizeBytes} bytes where ${expectedSizeBytes ?? 'more'} were recorded`,
    )
    this.name = 'BlobDamaged'
    this.sha256 = sha256
    this.foundSizeBytes = foundSizeBytes
  }
}
