import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import PdfDocument from 'pdfkit'
import { demoScenes } from './demo-scenes.ts'
import { writeScene } from './draw-scene.ts'

const run = promisify(execFile)
const sampleRate = 22_050

/**
 * Writes the files of the demonstration library into a folder; answers their paths in order. Films are left
 * out where there is no ffmpeg.
 */
export async function makeFiles(folder: string): Promise<string[]> {
  const pictures: string[] = []
  for (const [index, scene] of demoScenes.entries()) {
    const path = join(folder, `CRT_${String(1001 + index)}.jpg`)
    await writeScene(scene, path)
    pictures.push(path)
  }
  return [
    ...pictures,
    ...(await makeFilms(folder, pictures)),
    await makeSound(join(folder, 'Harbour bells.wav')),
    await makeDocument(join(folder, 'Press kit.pdf')),
  ]
}

/** A slow move over a still picture, as a film of eight seconds. */
async function makeFilms(folder: string, pictures: readonly string[]): Promise<string[]> {
  const films = [
    { from: pictures[0], name: 'Crossing at dusk.mp4' },
    { from: pictures[12], name: 'Over white dunes.mp4' },
  ]
  const made: string[] = []
  for (const { from, name } of films) {
    const path = join(folder, name)
    const move = "crop=w=1280:h=720:x='(iw-1280)*t/8':y='(ih-720)/2'"
    const options = [
      '-y',
      '-loglevel',
      'error',
      '-loop',
      '1',
      '-framerate',
      '25',
      '-t',
      '8',
      '-i',
      from ?? '',
      '-vf',
      `scale=1920:-2,${move}`,
      '-pix_fmt',
      'yuv420p',
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      '24',
      '-fflags',
      '+bitexact',
      '-map_metadata',
      '-1',
      path,
    ]
    const done = await run('ffmpeg', options, { timeout: 60_000 }).then(
      () => true,
      () => false,
    )
    if (done) made.push(path)
  }
  return made
}

/** Three bells, as a WAV file of six seconds. */
async function makeSound(path: string): Promise<string> {
  const length = sampleRate * 6
  const bytes = Buffer.alloc(44 + length * 2)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + length * 2, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(sampleRate, 24)
  bytes.writeUInt32LE(sampleRate * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(length * 2, 40)
  for (let n = 0; n < length; n++) bytes.writeInt16LE(Math.round(bells(n / sampleRate) * 12_000), 44 + n * 2)
  await writeFile(path, bytes)
  return path
}

function bells(seconds: number): number {
  const strikes = [
    { at: 0, hz: 392 },
    { at: 1.6, hz: 330 },
    { at: 3.2, hz: 262 },
  ]
  return strikes
    .filter(({ at }) => seconds >= at)
    .reduce((sum, { at, hz }) => {
      const age = seconds - at
      return (
        sum +
        (Math.exp(-age * 1.6) *
          (Math.sin(2 * Math.PI * hz * age) + 0.5 * Math.sin(2 * Math.PI * hz * 2.76 * age))) /
          2
      )
    }, 0)
}

async function makeDocument(path: string): Promise<string> {
  const made = new Date(Date.UTC(2024, 0, 1))
  const document = new PdfDocument({
    size: 'A4',
    margin: 72,
    info: { Title: 'Press kit', Author: 'Cartouche', CreationDate: made, ModDate: made },
  })
  const written = pipeline(document, createWriteStream(path))
  document.font('Helvetica-Bold').fontSize(32).text('Press kit').moveDown()
  document
    .font('Helvetica')
    .fontSize(13)
    .text(
      'How to name the photographers, which pictures may be printed how large, and whom to ask. This document belongs to the demonstration library.',
      { lineGap: 5 },
    )
  for (const title of ['Credits', 'Sizes', 'Contact'])
    document.addPage().font('Helvetica-Bold').fontSize(22).text(title)
  document.end()
  await written
  return path
}
