import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { runProgram } from './run-program.ts'

/** The folder of real sample files beside the project, used by tests where it is there. */
export const samplesFolder = fileURLToPath(new URL('../../../../shared/samples/', import.meta.url))
export const hasSamples = existsSync(samplesFolder)

/** A folder for the files of one test file. */
export interface TestFolder {
  path(name: string): string
  write(name: string, content: Buffer | string): Promise<string>
  remove(): Promise<void>
}

export async function createTestFolder(): Promise<TestFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-media-'))
  return {
    path: (name) => join(folder, name),
    write: async (name, content) => {
      await writeFile(join(folder, name), content)
      return join(folder, name)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** A picture whose four quarters are red, green, blue (top left, top right, bottom left) and yellow. */
export function quarters(widthPx: number, heightPx: number): Sharp {
  const halves = { across: Math.round(widthPx / 2), down: Math.round(heightPx / 2) }
  const part = (background: string, left: number, top: number) => ({
    input: {
      create: {
        width: left ? widthPx - halves.across : halves.across,
        height: top ? heightPx - halves.down : halves.down,
        channels: 3 as const,
        background,
      },
    },
    left,
    top,
  })
  return sharp({
    create: { width: widthPx, height: heightPx, channels: 3, background: '#e02020' },
  }).composite([
    part('#20c020', halves.across, 0),
    part('#2020e0', 0, halves.down),
    part('#e0e020', halves.across, halves.down),
  ])
}

/**
 * A JPEG with a packet of XMP, and what follows after the picture.
 * @param attributes of its description, as `GPano:ProjectionType="equirectangular"`
 * @param elements inside of the description
 */
export function withXmp(jpeg: Buffer, attributes: string, elements = '', ...after: Buffer[]): Buffer {
  const names = ['camera', 'container', 'container/item', 'panorama']
    .map(
      (path, at) =>
        `xmlns:${['GCamera', 'Container', 'Item', 'GPano'][at]}="http://ns.google.com/photos/1.0/${path}/"`,
    )
    .join(' ')
  const packet = Buffer.from(
    `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${names} ${attributes}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta>`,
  )
  const marker = Buffer.from([0xff, 0xe1, 0, 0])
  marker.writeUInt16BE(packet.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), marker, packet, jpeg.subarray(2), ...after])
}

/**
 * A JPEG with maker notes as telephones of Apple write them, in which is the identifier of a Live Photo and
 * nothing else.
 * @source Apple.pm of ExifTool: an IFD after 14 bytes, big endian, offsets from the first of these
 */
export function withAppleNotes(jpeg: Buffer, identifier: string): Buffer {
  const text = Buffer.from(`${identifier}\0`)
  const notes = Buffer.alloc(32)
  notes.write('Apple iOS\0\0\x01MM', 'latin1')
  notes.writeUInt16BE(1, 14)
  writeEntry(notes, 16, [0x11, 2, text.length, 32])
  const bytes = Buffer.concat([notes, text])
  // A TIFF whose one directory leads to that of EXIF, whose one entry are the notes.
  const tiff = Buffer.alloc(44)
  tiff.write('MM\0*\0\0\0\x08', 'latin1')
  tiff.writeUInt16BE(1, 8)
  writeEntry(tiff, 10, [0x87_69, 4, 1, 26])
  tiff.writeUInt16BE(1, 26)
  writeEntry(tiff, 28, [0x92_7c, 7, bytes.length, 44])
  const packet = Buffer.concat([Buffer.from('Exif\0\0'), tiff, bytes])
  const marker = Buffer.from([0xff, 0xe1, 0, 0])
  marker.writeUInt16BE(packet.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), marker, packet, jpeg.subarray(2)])
}

/** An entry of a directory of TIFF: tag, type, count, and the value or where it is. */
function writeEntry(
  bytes: Buffer,
  at: number,
  [tag, type, count, value]: readonly [number, number, number, number],
): void {
  bytes.writeUInt16BE(tag, at)
  bytes.writeUInt16BE(type, at + 2)
  bytes.writeUInt32BE(count, at + 4)
  bytes.writeUInt32BE(value, at + 8)
}

/** Options of ffmpeg that make a MOV the film of a Live Photo. */
export const liveFilm = (identifier: string): string[] => [
  '-metadata',
  `com.apple.quicktime.content.identifier=${identifier}`,
  '-movflags',
  'use_metadata_tags',
  '-pix_fmt',
  'yuv420p',
]

/**
 * The colours of a picture in a grid of cells, three numbers a cell, row by row: what to compare pictures of
 * any size by.
 */
export async function cellsOf(picture: string | Buffer, across: number, down: number): Promise<number[]> {
  return [
    ...(await sharp(picture)
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .resize(across, down, { fit: 'fill' })
      .raw()
      .toBuffer()),
  ]
}

/** Mean difference of two lists of the same length, 0 to 255. */
export function distance(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return Infinity
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length
}

/** Makes a film or recording by ffmpeg from one of its own sources. */
export async function makeByFfmpeg(source: string, outputPath: string, ...args: string[]): Promise<string> {
  await runProgram({
    program: 'ffmpeg',
    args: ['-v', 'error', '-nostdin', '-f', 'lavfi', '-i', source, ...args, '-y', outputPath],
    timeoutMs: 30_000,
  })
  return outputPath
}

/** Whether a process still runs. One that has ended and waits to be collected by its parent does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return (
      !existsSync(`/proc/${pid}/status`) || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    )
  } catch {
    return false
  }
}
