/**
 * The path of a blob in its store, as `ab/cd/abcd…`.
 * @throws TypeError where the name is no SHA-256
 */
export function blobPath(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256))
    throw new TypeError(`Not the SHA-256 of a blob: ${JSON.stringify(sha256)}`)
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`
}
