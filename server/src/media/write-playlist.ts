import type { FragmentIndex } from './read-fragments.ts'

/** A size of a film, as the playlist of all sizes states it. */
export interface Variant {
  readonly address: string
  readonly widthPx: number
  readonly heightPx: number
  readonly index: FragmentIndex
}

/**
 * The playlist of all sizes, in the order given.
 * @source RFC 8216 §4.3.4.2
 */
export function writeMasterPlaylist(variants: readonly Variant[]): string {
  const rows = variants.map(({ address, widthPx, heightPx, index: { codecs, fragments } }) => {
    const sizeBytes = fragments.reduce((sum, one) => sum + one.sizeBytes, 0)
    const seconds = fragments.reduce((sum, one) => sum + one.seconds, 0)
    const peak = Math.max(...fragments.map((one) => (8 * one.sizeBytes) / Math.max(one.seconds, 1)))
    const mean = (8 * sizeBytes) / Math.max(seconds, 1)
    return `#EXT-X-STREAM-INF:BANDWIDTH=${Math.ceil(peak)},AVERAGE-BANDWIDTH=${Math.ceil(mean)},RESOLUTION=${widthPx}x${heightPx},CODECS="${codecs}"\n${address}\n`
  })
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n${rows.join('')}`
}

/**
 * The playlist of one size: fragments of one file, by their bytes.
 * @source RFC 8216 §4.3.2.2, §4.3.2.5
 */
export function writePlaylist(address: string, { headBytes, fragments }: FragmentIndex): string {
  const longest = Math.ceil(Math.max(1, ...fragments.map(({ seconds }) => seconds)))
  const rows = fragments.map(
    ({ offset, sizeBytes, seconds }) =>
      `#EXTINF:${seconds.toFixed(5)},\n#EXT-X-BYTERANGE:${sizeBytes}@${offset}\n${address}\n`,
  )
  return `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:${longest}
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MAP:URI="${address}",BYTERANGE="${headBytes}@0"
${rows.join('')}#EXT-X-ENDLIST
`
}
