import { open, type FileHandle } from 'node:fs/promises'

/**
 * Whether a file ends before its own structure says that it does: the boxes of MP4, MOV and HEIC, the size in
 * the head of WAV and AVI, the trailer of a PDF. Costs a few reads whatever the size; true is certain, false
 * only says that nothing was found.
 * @source ISO/IEC 14496-12 §4.2 (boxes), Multimedia Programming Interface 1.0 (RIFF), ISO 32000-1 §7.5.5
 * (file trailer)
 */
export async function endsTooEarly(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const head = await readAt(file, 0, 16)
    if (head.toString('latin1', 4, 8) === 'ftyp') return await boxesOverrun(file, size)
    if (head.toString('latin1', 0, 4) === 'RIFF') return riffOverruns(head, size)
    if (head.toString('latin1', 0, 5) === '%PDF-') return !(await hasPdfTrailer(file, size))
    return false
  } finally {
    await file.close()
  }
}

/**
 * Whether the end of a PDF is there, perhaps with something after it. The first part of a linearized document
 * has an end of its own, which points at 0.
 */
async function hasPdfTrailer(file: FileHandle, size: number): Promise<boolean> {
  const tail = (await readAt(file, Math.max(0, size - pdfTailBytes), pdfTailBytes)).toString('latin1')
  return (
    [...tail.matchAll(/startxref\s+(\d+)\s+%%EOF/g)].some(([, at]) => Number(at) > 0) ||
    tail.slice(-2048).includes('%%EOF')
  )
}

/** What mail programs and old servers append to a document is far less. */
const pdfTailBytes = 1024 * 1024

async function boxesOverrun(file: FileHandle, size: number): Promise<boolean> {
  // A hostile file may be nothing but tiny boxes.
  for (let at = 0, boxes = 0; at + 8 <= size && boxes < 10_000; boxes += 1) {
    const box = await readAt(file, at, 16)
    const short = box.readUInt32BE(0)
    const length = short === 1 && box.length >= 16 ? Number(box.readBigUInt64BE(8)) : short
    // Zero: the last box, to the end of the file whatever that is.
    if (length === 0) return false
    if (length < 8) return false
    at += length
    if (at > size) return true
  }
  return false
}

function riffOverruns(head: Buffer, size: number): boolean {
  if (head.length < 8) return true
  const promised = head.readUInt32LE(4)
  // Recorders that stream write 0 or all ones.
  return promised > 0 && promised < 0xffff0000 && promised + 8 > size + 1
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}
