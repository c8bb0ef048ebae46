import { Readable } from 'node:stream'
import { ApiError, programType } from '@cartouche/contract'

/** Far enough for the header of a Windows program that its first bytes point to. */
const firstBytes = 4096

/**
 * Refuses what colleagues could start by opening it. What a file is, the inspection finds out afterwards;
 * nothing that arrives is ever started here.
 * @throws upload_type_refused
 * @source decision 0232
 */
export function refuseProgram(fileName: string): void {
  const type = programType(fileName)
  if (type !== null) throw new ApiError('upload_type_refused', { type })
}

/**
 * The same bytes, of which the first end it where they are those of a program, whatever its name is.
 * @throws upload_program, as the error of the stream
 * @source decision 0254
 */
export function withoutPrograms(stream: Readable): Readable {
  return Readable.from(checkStart(stream), { objectMode: false })
}

async function* checkStart(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | null = Buffer.alloc(0)
  for await (const chunk of stream) {
    if (start === null) yield chunk
    else {
      start = Buffer.concat([start, chunk])
      if (start.length < firstBytes) continue
      requireNoProgram(start)
      yield start
      start = null
    }
  }
  if (start === null) return
  requireNoProgram(start)
  yield start
}

/** Of Linux, of macOS for one processor and for several; the last is that of Java classes, too. */
const marks = ['7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe'].map((hex) =>
  Buffer.from(hex, 'hex'),
)
/** A shortcut of Windows. */
const shortcut = Buffer.from('4c0000000114020000000000c000000000000046', 'hex')

function requireNoProgram(start: Buffer): void {
  const isMarked = [...marks, shortcut].some((mark) => start.subarray(0, mark.length).equals(mark))
  if (isMarked || isWindowsProgram(start)) throw new ApiError('upload_program')
}

/** Text may begin with MZ: a program has the place of its header behind it. */
function isWindowsProgram(start: Buffer): boolean {
  if (start.length < 64 || start.toString('latin1', 0, 2) !== 'MZ') return false
  const header = start.readUInt32LE(60)
  return start.toString('latin1', header, header + 4) === 'PE\0\0'
}
