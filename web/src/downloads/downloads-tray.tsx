/** Frame only; the tray is built by its owner. */
export function DownloadsTray() {
  return null
}
