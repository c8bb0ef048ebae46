import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve, sep } from 'node:path'
import sharp, { type Sharp } from 'sharp'

/** A file to import. */
export interface Sample {
  readonly path: string
  readonly name: string
  /** It is broken, or lies about what it is. */
  readonly isBroken: boolean
}

/** Files to import, and where they come from, for the names of steps. */
export interface Samples {
  readonly files: readonly Sample[]
  readonly origin: 'real files' | 'generated files'
  /** Removes what was generated. */
  remove(): Promise<void>
}

const sharedFolder = resolve(import.meta.dirname, '../../../shared/samples')

/**
 * The real files beside the project; on a machine without them, generated ones that are read the same way.
 */
export async function getSamples(): Promise<Samples> {
  const isThere = await stat(sharedFolder).then(
    (entry) => entry.isDirectory(),
    () => false,
  )
  if (isThere) return { files: await listFiles(sharedFolder), origin: 'real files', remove: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-samples-'))
  await generate(folder)
  return {
    files: await listFiles(folder),
    origin: 'generated files',
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function listFiles(folder: string): Promise<Sample[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => ({
      path,
      name: basename(path),
      isBroken: path.split(sep).some((part) => part.startsWith('broken')),
    }))
}

/** Both directions in all eight orientations, thirty plain pictures, and three that are broken. */
async function generate(folder: string): Promise<void> {
  for (const [direction, width, height] of [
    ['landscape', 360, 240],
    ['portrait', 240, 360],
  ] as const) {
    const upright = sharp(drawCorners(width, height))
    for (let orientation = 1; orientation <= 8; orientation++) {
      const turned = turnBack(sharp(await upright.clone().png().toBuffer()), orientation)
      await writeFile(
        join(folder, `${direction}_${orientation}.jpg`),
        await turned.withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer(),
      )
    }
  }
  for (let number = 0; number < 30; number++)
    await writeFile(join(folder, `picture-${number}.jpg`), await drawNumber(number))
  const whole = await drawNumber(99)
  await writeFile(join(folder, 'broken-cut.jpg'), whole.subarray(0, 300))
  await writeFile(join(folder, 'broken-text.jpg'), 'This is no picture.')
  await writeFile(join(folder, 'broken-lie.heic'), 'Neither is this.')
}

/** A picture that differs from every other by its number. */
export function drawNumber(number: number): Promise<Buffer> {
  const background = { r: (number * 37) % 256, g: (number >> 3) % 256, b: (number * 91) % 256 }
  return sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .withExif({ IFD0: { ImageDescription: `Picture ${number}` } })
    .jpeg()
    .toBuffer()
}

function drawCorners(width: number, height: number): Buffer {
  const corner = (x: number, y: number, colour: string): string =>
    `<rect x="${x}" y="${y}" width="${width / 2}" height="${height / 2}" fill="${colour}"/>`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${corner(0, 0, '#d22')}${corner(width / 2, 0, '#fd2')}${corner(0, height / 2, '#229')}${corner(width / 2, height / 2, '#2a5')}</svg>`,
  )
}

/** Stores an upright picture so that its orientation, applied, makes it upright again. */
function turnBack(picture: Sharp, orientation: number): Sharp {
  // A flip comes before the turn, in whichever order they are named.
  const turns: Readonly<Record<number, (one: Sharp) => Sharp>> = {
    2: (one) => one.flop(),
    3: (one) => one.rotate(180),
    4: (one) => one.flip(),
    5: (one) => one.rotate(90).flip(),
    6: (one) => one.rotate(270),
    7: (one) => one.rotate(270).flip(),
    8: (one) => one.rotate(90),
  }
  return turns[orientation]?.(picture) ?? picture
}
