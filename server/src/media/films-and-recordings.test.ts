import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectAndRender } from './inspect-file.ts'
import { defaultMediaLimits } from './media-limits.ts'
import { probeFilm } from './probe-film.ts'
import { closeInspectors } from './read-tags.ts'
import { renderRendition } from './render-rendition.ts'
import { recipeFor, type RenditionRecipe } from './rendition-recipes.ts'
import { findProgram } from './run-program.ts'
import {
  cellsOf,
  createTestFolder,
  distance,
  makeByFfmpeg,
  quarters,
  type TestFolder,
} from './sample-files.ts'

let folder: TestFolder
beforeAll(async () => {
  folder = await createTestFolder()
})
afterAll(async () => {
  await closeInspectors()
  await folder.remove()
})

const hasFfmpeg = (await findProgram('ffmpeg')) !== null
const recipe = (name: string): RenditionRecipe => {
  const found = recipeFor(name, 'VIDEO')
  if (!found) throw new Error(name)
  return found
}
const look = async (fileName: string) => {
  const outputPath = folder.path(`${fileName}.jpg`)
  const { inspection, renditions } = await inspectAndRender({
    path: folder.path(fileName),
    fileName,
    outputs: [{ recipe: recipe('thumbnailBig'), outputPath }],
  })
  return {
    inspection,
    codes: inspection.problems.map(({ severity, code }) => `${severity}:${code}`),
    rendition: renditions[0],
    outputPath,
  }
}
/** Samples of 16 bits, all 0, after a head that promises the size and the rate given. */
const wav = (samples: number, rate: number) => {
  const head = Buffer.from('RIFF....WAVEfmt ................data....', 'latin1')
  const bytes = Buffer.concat([
    head.subarray(0, 16),
    Buffer.alloc(20),
    Buffer.from('data....', 'latin1'),
    Buffer.alloc(samples * 2),
  ])
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.writeUInt32LE(samples * 2, 40)
  return bytes
}

describe.skipIf(!hasFfmpeg)('recordings', () => {
  test.each([
    ['nothing.wav', wav(0, 44_100)],
    ['magic.amr', Buffer.from('#!AMR\n')],
  ])('%s without sound gets a placeholder and says why', async (name, content) => {
    await folder.write(name, content)
    expect(await look(name)).toMatchObject({
      inspection: {
        nature: 'AUDIO',
        usable: true,
        decodable: false,
        problems: [{ code: 'unsupported', message: 'The audio is silent or empty: there is no waveform.' }],
      },
      rendition: { isPlaceholder: true },
    })
  })

  test.each([
    ['slow.wav', wav(1000, 1)],
    ['short.wav', wav(400, 44_100)],
  ])('%s with fewer samples than the waveform is wide has one', async (name, content) => {
    await folder.write(name, content)
    expect(await look(name)).toMatchObject({
      codes: [],
      inspection: { decodable: true },
      rendition: { isPlaceholder: false, width: 640, height: 360 },
    })
  })

  test.each([
    ['cover.mp3', ['-id3v2_version', '3']],
    ['cover.flac', []],
    ['cover.m4a', ['-c:a', 'aac']],
  ])('the cover of %s is its picture', async (name, args) => {
    const cover = await folder.write('cover.jpg', await quarters(300, 300).jpeg().toBuffer())
    await makeByFfmpeg(
      'sine=440:d=2',
      folder.path(name),
      '-i',
      cover,
      '-map',
      '0',
      '-map',
      '1',
      '-c:v',
      'copy',
      '-disposition:v',
      'attached_pic',
      ...args,
    )
    const { inspection, rendition, outputPath } = await look(name)
    expect(inspection).toMatchObject({
      nature: 'AUDIO',
      decodable: true,
      problems: [],
      width: null,
      colorspace: null,
    })
    expect(rendition).toMatchObject({ width: 300, height: 300, isPlaceholder: false })
    expect(distance(await cellsOf(outputPath, 2, 2), await cellsOf(cover, 2, 2))).toBeLessThan(8)
  })
})

describe.skipIf(!hasFfmpeg)('films', () => {
  const colours = 'testsrc=s=320x240:r=25'

  test('a film that starts black shows what comes after', async () => {
    await makeByFfmpeg(
      `color=black:s=320x240:r=25:d=6[a];${colours}:d=4[b];[a][b]concat[out0]`,
      folder.path('dark.mp4'),
    )
    const { outputPath } = await look('dark.mp4')
    expect(Math.max(...(await cellsOf(outputPath, 4, 3)))).toBeGreaterThan(150)
  })

  test('a film that is all black is a black picture', async () => {
    await makeByFfmpeg('color=black:s=320x240:r=25:d=4', folder.path('black.mp4'))
    expect(await look('black.mp4')).toMatchObject({ codes: [], rendition: { isPlaceholder: false } })
  })

  test('the hover of a film whose index promises ten hours has frames', async () => {
    const bytes = await readFile(await makeByFfmpeg(`${colours}:d=4`, folder.path('four.mp4')))
    // Version 0 of both boxes: time scale and length stand after two times.
    for (const [box, at] of [
      ['mvhd', 16],
      ['mdhd', 16],
    ] as const) {
      const start = bytes.indexOf(box)
      bytes.writeUInt32BE(bytes.readUInt32BE(start + at) * 36_000, start + at + 4)
    }
    const sourcePath = await folder.write('lie.mp4', bytes)
    expect((await probeFilm(sourcePath, defaultMediaLimits)).durationSeconds).toBeGreaterThan(30_000)
    const outputPath = folder.path('lie-hover.mp4')
    await renderRendition({
      sourcePath,
      nature: 'VIDEO',
      mediaType: 'video/mp4',
      recipe: recipe('hover'),
      outputPath,
    })
    const hover = await probeFilm(outputPath, defaultMediaLimits)
    expect(hover).toMatchObject({ widthPx: 320, heightPx: 240 })
    expect(hover.durationSeconds).toBeGreaterThan(1)
  })

  test('HDR is tone-mapped: the white of paper, 203 cd/m², is bright', async () => {
    // 58 % of PQ. @source ITU-R BT.2408
    await makeByFfmpeg(
      'color=0x949494:s=320x240:r=25:d=1',
      folder.path('hdr.mp4'),
      '-vf',
      'scale=out_range=full,format=yuv420p10le',
      '-c:v',
      'libx264',
      '-color_trc',
      'smpte2084',
      '-color_primaries',
      'bt2020',
      '-colorspace',
      'bt2020nc',
    )
    expect((await probeFilm(folder.path('hdr.mp4'), defaultMediaLimits)).isHdr).toBe(true)
    const { outputPath } = await look('hdr.mp4')
    expect(Math.min(...(await cellsOf(outputPath, 4, 3)))).toBeGreaterThan(175)
    const hoverPath = folder.path('hdr-hover.mp4')
    await renderRendition({
      sourcePath: folder.path('hdr.mp4'),
      nature: 'VIDEO',
      mediaType: 'video/mp4',
      recipe: recipe('hover'),
      outputPath: hoverPath,
    })
    expect((await probeFilm(hoverPath, defaultMediaLimits)).isHdr).toBe(false)
  })
})

describe.skipIf(!hasFfmpeg)('frames above the time line', () => {
  const red = [224, 32, 32]
  const blue = [32, 32, 224]
  const sheetOf = async (film: string, name: string) => {
    const outputPath = folder.path(`${film}.${name}.jpg`)
    const rendered = await renderRendition({
      sourcePath: folder.path(film),
      nature: 'VIDEO',
      mediaType: 'video/mp4',
      recipe: recipe(name),
      outputPath,
    })
    return { rendered, cells: await cellsOf(outputPath, 10, 10) }
  }
  const frame = (cells: readonly number[], at: number) => cells.slice(at * 3, at * 3 + 3)
  const half = (seconds: number) =>
    `color=0xe02020:s=320x180:r=10:d=${seconds}[a];color=0x2020e0:s=320x180:r=10:d=${seconds}[b];[a][b]concat`

  test.each([
    ['short.mp4', 2],
    ['long.mp4', 90],
  ])('a hundred from all over %s, row by row', async (film, seconds) => {
    await makeByFfmpeg(half(seconds), folder.path(film), '-c:v', 'libx264', '-g', '20', '-pix_fmt', 'yuv420p')
    const { rendered, cells } = await sheetOf(film, 'frames')
    expect(rendered).toMatchObject({ width: 1600, height: 900, mediaType: 'image/jpeg' })
    for (const at of [0, 9, 25, 47]) expect(distance(frame(cells, at), red), `frame ${at}`).toBeLessThan(25)
    for (const at of [53, 70, 99]) expect(distance(frame(cells, at), blue), `frame ${at}`).toBeLessThan(25)
  })

  test('whoever sees watermarks sees them here', async () => {
    await makeByFfmpeg(half(2), folder.path('marked.mp4'), '-c:v', 'libx264', '-pix_fmt', 'yuv420p')
    const clean = await sheetOf('marked.mp4', 'frames')
    const marked = await sheetOf('marked.mp4', 'frames_w')
    expect(distance(clean.cells, marked.cells)).toBeGreaterThan(1)
  })
})
