import type { JoinedPart } from '../../ground/blobs/blob-store.ts'
import { entryAt, sourceAt, type ArchiveLayout } from './archive-layout.ts'
import { centralRecord, endRecords, localHeader } from './zip-records.ts'

/**
 * The parts that make up the archive from `start` up to, not including, `end`, in order; headers are made as
 * they are reached.
 */
export function* archiveParts(
  layout: ArchiveLayout,
  start: number,
  end: number,
): Generator<JoinedPart, void, undefined> {
  const { entryCount, offsets, centralOffset, centralBytes, centralOffsets } = layout
  for (
    let index = lastAtOrBefore(offsets, start);
    index < entryCount && (offsets[index] ?? 0) < end;
    index += 1
  )
    yield entryPart(layout, index, start, end)
  const from = start - centralOffset
  const to = end - centralOffset
  for (
    let index = lastAtOrBefore(centralOffsets, from);
    index < entryCount && (centralOffsets[index] ?? 0) < to;
    index += 1
  ) {
    yield { head: cut(centralRecord(entryAt(layout, index)), centralOffsets[index] ?? 0, from, to) }
  }
  if (to > centralBytes)
    yield { head: cut(endRecords(entryCount, centralOffset, centralBytes), centralBytes, from, to) }
}

function entryPart(layout: ArchiveLayout, index: number, start: number, end: number): JoinedPart {
  const entry = entryAt(layout, index)
  const header = localHeader(entry)
  const dataOffset = entry.offset + header.length
  const head = cut(header, entry.offset, start, end)
  const data = {
    start: Math.max(0, start - dataOffset),
    endExclusive: Math.min(entry.sizeBytes, end - dataOffset),
  }
  if (data.start >= data.endExclusive) return { head }
  const source = sourceAt(layout, index)
  if ('bytes' in source)
    return { head: Buffer.concat([head, source.bytes.subarray(data.start, data.endExclusive)]) }
  return { head, blob: { sha256: source.sha256, ...data, sizeBytes: entry.sizeBytes } }
}

/** What of bytes that stand at `offset` lies between `start` and `end`. */
function cut(bytes: Buffer, offset: number, start: number, end: number): Buffer {
  return bytes.subarray(Math.max(0, start - offset), Math.max(0, end - offset))
}

/** Index of the last of the ascending offsets that is not after `position`; 0 where all are. */
function lastAtOrBefore(offsets: Float64Array, position: number): number {
  let low = 0
  for (let high = offsets.length - 1; low < high;) {
    const middle = Math.ceil((low + high) / 2)
    if ((offsets[middle] ?? 0) <= position) low = middle
    else high = middle - 1
  }
  return low
}
