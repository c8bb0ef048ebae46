import type { DownloadSnapshot } from '@cartouche/client'
import { DownloadRow } from './download-row.tsx'
import classes from './downloads.module.css'

/** Downloads, the newest first; the parts of one in their order. */
export function DownloadsList({ downloads }: { readonly downloads: readonly DownloadSnapshot[] }) {
  const ordered = downloads.toSorted((a, b) => b.time - a.time || (a.part?.n ?? 0) - (b.part?.n ?? 0))
  return (
    <ul className={classes.list}>
      {ordered.map((download) => (
        <DownloadRow key={download.downloadId} download={download} />
      ))}
    </ul>
  )
}
