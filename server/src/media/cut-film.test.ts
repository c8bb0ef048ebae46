import { writeFile, readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cutFilm } from './cut-film.ts'
import { defaultMediaLimits } from './media-limits.ts'
import { probeFilm } from './probe-film.ts'
import { findProgram, runProgram } from './run-program.ts'
import { createTestFolder, makeByFfmpeg, type TestFolder } from './sample-files.ts'

/**
 * Films of eight seconds that turn from black to white, and from silence to a tone, at the same moment, 4 s;
 * their only key frame is the first.
 */
const picture = "color=c=black:s=160x90:r=25:d=8,geq=lum='if(gte(T,4),235,16)':cb=128:cr=128"
const tone = ['-f', 'lavfi', '-i', "aevalsrc='if(gte(t,4),0.5*sin(2764*t),0)':s=48000:d=8"]
const encoded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '999', '-pix_fmt', 'yuv420p']
const films: Readonly<Record<string, readonly string[]>> = {
  'film.mp4': [...tone, ...encoded, '-c:a', 'aac'],
  'silent.mp4': encoded,
  // It begins at 1.4 s, as transport streams do.
  'stream.ts': [...tone, ...encoded, '-c:a', 'aac'],
  // One frame in two seconds, then 25 in one.
  'varying.mkv': [
    ...tone,
    '-vf',
    "select='gte(t,4)+not(mod(n,50))'",
    '-fps_mode',
    'vfr',
    ...encoded,
    '-c:a',
    'aac',
  ],
}

let folder: TestFolder
beforeAll(async () => {
  folder = await createTestFolder()
  if (!hasFfmpeg) return
  for (const [name, args] of Object.entries(films)) await makeByFfmpeg(picture, folder.path(name), ...args)
}, 60_000)
afterAll(() => folder.remove())
const hasFfmpeg = (await findProgram('ffmpeg')) !== null

const usual = { toleranceMs: 250, boxPx: 1280, crf: 20, maxMegabits: 6 }
const cut = async (name: string, startMs: number, endMs: number): Promise<string> => {
  const outputPath = folder.path(`${name}-${startMs}-${endMs}.mp4`)
  await cutFilm({ ...usual, path: folder.path(name), outputPath, startMs, endMs })
  return outputPath
}
const decode = async (path: string, ...args: string[]): Promise<Buffer> =>
  runProgram({ program: 'ffmpeg', args: ['-v', 'error', '-i', path, ...args, 'pipe:1'], timeoutMs: 30_000 })

test.skipIf(!hasFfmpeg)('reports how much of it is done, to its end', async () => {
  const shares: number[] = []
  const outputPath = folder.path('reported.mp4')
  const request = { ...usual, path: folder.path('film.mp4'), outputPath, startMs: 1000, endMs: 7000 }
  await cutFilm(request, undefined, (share) => shares.push(share))
  expect(shares.at(-1)).toBeGreaterThan(0.98)
  expect(shares.toSorted((a, b) => a - b)).toEqual(shares)
  expect(Math.max(...shares)).toBeLessThanOrEqual(1)
})

/** When a film turns white, seconds, by its frames, of which there are 25 in a second. */
async function whiteAt(path: string): Promise<number> {
  const grey = await decode(path, '-vf', 'fps=25,scale=1:1,format=gray', '-f', 'rawvideo')
  return grey.findIndex((value) => value > 120) / 25
}
/** When the tone begins, seconds. */
async function toneAt(path: string): Promise<number> {
  const bytes = await decode(path, '-ac', '1', '-ar', '8000', '-f', 's16le')
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
  return samples.findIndex((value) => Math.abs(value) > 4000) / 8000
}

describe.skipIf(!hasFfmpeg)('a part of a film', () => {
  test.each([
    ['film.mp4', 3480, 5200],
    ['film.mp4', 3333, 4999],
    ['stream.ts', 3480, 5200],
    ['varying.mkv', 3480, 5200],
    ['varying.mkv', 0, 8000],
  ])('of %s from %i to %i ms: picture and sound turn together, to the frame', async (name, from, to) => {
    const path = await cut(name, from, to)
    const facts = await probeFilm(path, defaultMediaLimits)
    expect(facts).toMatchObject({ hasSound: true, widthPx: 160, heightPx: 90 })
    expect(Math.abs(facts.durationSeconds - (to - from) / 1000)).toBeLessThanOrEqual(0.04)
    const turn = 4 - from / 1000
    expect(Math.abs((await whiteAt(path)) - turn)).toBeLessThanOrEqual(0.041)
    expect(Math.abs((await toneAt(path)) - turn)).toBeLessThanOrEqual(0.025)
  })

  test('begins with the frame that a player shows, and ends before the one at its end', async () => {
    // Frame 100, the first white one, is shown from 4.000 to 4.040.
    for (const [from, at] of [
      [3961, 0.04],
      [3998, 0.04],
      [4000, 0],
      [4037, 0],
    ] as const)
      expect([from, await whiteAt(await cut('film.mp4', from, 4500))]).toEqual([from, at])
    expect(await whiteAt(await cut('film.mp4', 3000, 4000))).toBeLessThan(0)
  })

  test('of a film without sound has none; what is no film, or broken, says so and leaves nothing', async () => {
    expect(await probeFilm(await cut('silent.mp4', 1000, 2000), defaultMediaLimits)).toMatchObject({
      hasSound: false,
      durationSeconds: 1,
    })
    expect(existsSync(await cut('silent.mp4', 7900, 8300))).toBe(false)
    await writeFile(folder.path('cut-off.mp4'), (await readFile(folder.path('film.mp4'))).subarray(0, 3000))
    await expect(cut('cut-off.mp4', 0, 1000)).rejects.toMatchObject({ code: 'truncated' })
    await makeByFfmpeg('sine=d=2', folder.path('sound.m4a'))
    await expect(cut('sound.m4a', 0, 1000)).rejects.toMatchObject({ code: 'unsupported' })
  })
})
