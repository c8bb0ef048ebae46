import { saveUrl } from '../../downloads/take-download.ts'

/** Has the browser save bytes that are here already. */
export function saveAs(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  saveUrl(url, name)
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
