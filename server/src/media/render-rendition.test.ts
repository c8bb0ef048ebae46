import { initializeCanvas, writePsdBuffer } from 'ag-psd'
import { readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultMediaLimits } from './media-limits.ts'
import type { Nature } from './media-types.ts'
import { probeFilm } from './probe-film.ts'
import { closeInspectors } from './read-tags.ts'
import { renderRendition, renderRenditions } from './render-rendition.ts'
import { recipeFor, type RenditionRecipe } from './rendition-recipes.ts'
import { findProgram, runProgram } from './run-program.ts'
import {
  cellsOf,
  createTestFolder,
  distance,
  hasSamples,
  makeByFfmpeg,
  quarters,
  samplesFolder,
  type TestFolder,
} from './sample-files.ts'

let folder: TestFolder
let count = 0
beforeAll(async () => {
  folder = await createTestFolder()
})
afterAll(async () => {
  await closeInspectors()
  await folder.remove()
})

const hasFfmpeg = (await findProgram('ffmpeg')) !== null
const recipe = (name: string, nature: Nature = 'IMAGE'): RenditionRecipe => {
  const found = recipeFor(name, nature)
  if (!found) throw new Error(`no recipe ${name} for ${nature}`)
  return found
}
const render = async (sourcePath: string, mediaType: string, name: string, nature: Nature = 'IMAGE') => {
  count += 1
  const outputPath = folder.path(`out-${count}`)
  return {
    outputPath,
    ...(await renderRendition({
      sourcePath,
      mediaType,
      nature,
      recipe: recipe(name, nature),
      outputPath,
      watermarkText: 'Cartouche',
    })),
  }
}
const renderBytes = async (fileName: string, content: Buffer | string, mediaType: string, name: string) =>
  render(await folder.write(fileName, content), mediaType, name)

describe.skipIf(!hasSamples)('orientation', () => {
  const orientations = ['landscape', 'portrait'].flatMap((shape) =>
    [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => [shape, orientation] as const),
  )
  test.each(orientations)('%s_%i.jpg stands upright', async (shape, orientation) => {
    // The numbers in the middle of the samples differ: the cells are coarse enough to pass over them, and
    // fine enough to show every turn.
    const upright = await cellsOf(`${samplesFolder}orientation/${shape}_1.jpg`, 12, 12)
    const rendered = await render(
      `${samplesFolder}orientation/${shape}_${orientation}.jpg`,
      'image/jpeg',
      'thumbnailSmall',
    )
    expect([rendered.width, rendered.height]).toEqual(shape === 'landscape' ? [320, 240] : [240, 320])
    expect(distance(await cellsOf(rendered.outputPath, 12, 12), upright)).toBeLessThan(6)
    const mirrored = await sharp(rendered.outputPath).flop().toBuffer()
    expect(distance(await cellsOf(mirrored, 12, 12), upright)).toBeGreaterThan(12)
  })

  test('the the full-size rendition stands upright too', async () => {
    const rendered = await render(`${samplesFolder}orientation/landscape_6.jpg`, 'image/jpeg', 'original_w')
    expect([rendered.width, rendered.height]).toEqual([600, 450])
    expect(
      distance(
        await cellsOf(rendered.outputPath, 6, 6),
        await cellsOf(`${samplesFolder}orientation/landscape_1.jpg`, 6, 6),
      ),
    ).toBeLessThan(14)
  })
})

test('a turned picture that is too large to be held has every size but the full one', async () => {
  const sourcePath = await folder.write(
    'turned.jpg',
    await quarters(400, 300).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
  )
  const limits = { ...defaultMediaLimits, maxPixels: 150_000, maxHeldPixels: 50_000 }
  const write = async (name: string) =>
    renderRendition({
      sourcePath,
      mediaType: 'image/jpeg',
      nature: 'IMAGE',
      recipe: recipe(name),
      outputPath: folder.path(`turned-${name}`),
      limits,
    })
  expect(await write('thumbnailSmall')).toMatchObject({ width: 240, height: 320 })
  await expect(write('original_w')).rejects.toMatchObject({
    code: 'too_many_pixels',
    message: expect.stringContaining('smaller sizes'),
  })
})

describe('kinds of pictures', () => {
  const upright = () =>
    quarters(600, 400)
      .png()
      .toBuffer()
      .then((picture) => cellsOf(picture, 6, 4))

  test.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)('%s', async (format) => {
    const mediaType = `image/${format}`
    const rendered = await renderBytes(
      `picture.${format}`,
      await quarters(600, 400).toFormat(format).toBuffer(),
      mediaType,
      'thumbnailSmall',
    )
    expect(rendered).toMatchObject({ width: 320, height: 213, mediaType: 'image/jpeg', isPlaceholder: false })
    expect(distance(await cellsOf(rendered.outputPath, 6, 4), await upright())).toBeLessThan(6)
  })

  test('CMYK and 16 bits keep their colours', async () => {
    const cmyk = await renderBytes(
      'cmyk.jpg',
      await quarters(600, 400).withIccProfile('cmyk').jpeg().toBuffer(),
      'image/jpeg',
      'thumbnailSmall',
    )
    // CMYK cannot hold all of the colours: near is as good as it gets; inverted or unconverted it would be
    // over 80.
    expect(distance(await cellsOf(cmyk.outputPath, 6, 4), await upright())).toBeLessThan(30)
    const deep = await renderBytes(
      'deep.png',
      await quarters(600, 400).toColourspace('rgb16').png().toBuffer(),
      'image/png',
      'thumbnailSmall',
    )
    expect(distance(await cellsOf(deep.outputPath, 6, 4), await upright())).toBeLessThan(6)
    expect((await sharp(deep.outputPath).metadata()).depth).toBe('uchar')
  })

  test('a profile is honoured, not dropped', async () => {
    const wide = await sharp(await quarters(600, 400).png().toBuffer())
      .withIccProfile('p3')
      .png()
      .toBuffer()
    const stored = await sharp(await sharp(wide, { ignoreIcc: true }).png().toBuffer())
      .raw()
      .toBuffer()
    const rendered = await renderBytes('wide.png', wide, 'image/png', 'thumbnailSmall')
    const cells = await cellsOf(rendered.outputPath, 6, 4)
    expect(distance(cells, await upright())).toBeLessThan(6)
    expect(Math.abs((stored[0] ?? 0) - (cells[0] ?? 0))).toBeGreaterThan(5)
    expect((await sharp(rendered.outputPath).metadata()).icc).toBeUndefined()
  })

  test('transparency lies on white', async () => {
    const clear = await sharp({
      create: { width: 300, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    const rendered = await renderBytes('clear.png', clear, 'image/png', 'thumbnailSmall')
    expect(await cellsOf(rendered.outputPath, 1, 1)).toEqual([255, 255, 255])
  })

  test('the first frame of a moving GIF', async () => {
    const [first, second] = await Promise.all([
      quarters(600, 400).png().toBuffer(),
      sharp(await quarters(600, 400).png().toBuffer())
        .negate()
        .png()
        .toBuffer(),
    ])
    const rendered = await renderBytes(
      'moving.gif',
      await sharp([first, second], { join: { animated: true } })
        .gif()
        .toBuffer(),
      'image/gif',
      'thumbnailSmall',
    )
    expect(rendered.height).toBe(213)
    expect(distance(await cellsOf(rendered.outputPath, 6, 4), await upright())).toBeLessThan(6)
  })

  test('the composite of a Photoshop file', async () => {
    const rendered = await renderBytes(
      'layers.psd',
      await makePsd(await quarters(600, 400).ensureAlpha().raw().toBuffer()),
      'image/vnd.adobe.photoshop',
      'thumbnailSmall',
    )
    expect(rendered.isPlaceholder).toBe(false)
    expect(distance(await cellsOf(rendered.outputPath, 6, 4), await upright())).toBeLessThan(6)
  })

  test('the profile of a Photoshop file is honoured', async () => {
    // The pixels are those of Display P3: without the profile they would look paler than they are.
    const wide = await sharp(await quarters(600, 400).png().toBuffer())
      .withIccProfile('p3')
      .png()
      .toBuffer()
    const stored = await sharp(await sharp(wide, { ignoreIcc: true }).png().toBuffer())
      .ensureAlpha()
      .raw()
      .toBuffer()
    const { icc = Buffer.alloc(0) } = await sharp(wide).metadata()
    const psd = await makePsd(stored)
    const block = Buffer.concat([
      Buffer.from('8BIM\u0004\u000f\0\0', 'latin1'),
      Buffer.from(Uint32Array.of(icc.length).buffer).swap32(),
      icc,
      Buffer.alloc(icc.length % 2),
    ])
    const tagged = Buffer.concat([psd.subarray(0, 34), block, psd.subarray(34)])
    tagged.writeUInt32BE(psd.readUInt32BE(30) + block.length, 30)
    const distances = await Promise.all(
      [psd, tagged].map(async (file, index) =>
        distance(
          await cellsOf(
            (await renderBytes(`wide-${index}.psd`, file, 'image/vnd.adobe.photoshop', 'thumbnailSmall'))
              .outputPath,
            6,
            4,
          ),
          await upright(),
        ),
      ),
    )
    expect(distances[0]).toBeGreaterThan(8)
    expect(distances[1]).toBeLessThan(6)
  })

  async function makePsd(rgba: Buffer): Promise<Buffer> {
    initializeCanvas(
      () => {
        throw new Error('unused')
      },
      (width, height) => ({
        width,
        height,
        data: new Uint8ClampedArray(width * height * 4),
        colorSpace: 'srgb',
      }),
    )
    return writePsdBuffer({
      width: 600,
      height: 400,
      imageData: { width: 600, height: 400, data: new Uint8ClampedArray(rgba) },
    })
  }

  test.skipIf(!hasSamples)('the preview of a raw photograph and both HEIC', async () => {
    expect(
      await render(`${samplesFolder}raw/canon_eos_6d.dng`, 'image/x-adobe-dng', 'preview'),
    ).toMatchObject({ width: 1024, height: 683, isPlaceholder: false })
    expect(await render(`${samplesFolder}heic/IMG_5195.HEIC`, 'image/heic', 'thumbnailBig')).toMatchObject({
      width: 496,
      height: 640,
      isPlaceholder: false,
    })
    expect(await render(`${samplesFolder}heic/iphone_7.heic`, 'image/heic', 'thumbnailBig')).toMatchObject({
      width: 480,
      height: 640,
      isPlaceholder: false,
    })
  })

  test('a drawing is drawn large, without its scripts and without what it refers to', async () => {
    const red = await folder.write(
      'red.png',
      await sharp({ create: { width: 10, height: 10, channels: 3, background: '#f00' } })
        .png()
        .toBuffer(),
    )
    const drawing = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="10">
      <script>document.documentElement.innerHTML = ''</script><rect width="20" height="10" fill="#00f"/>
      <image xlink:href="file://${red}" width="20" height="10"/><image xlink:href="red.png" width="20" height="10"/><image href="${red}" width="20" height="10"/></svg>`
    const rendered = await renderBytes('drawing.svg', drawing, 'image/svg+xml', 'thumbnailBig')
    expect(rendered).toMatchObject({ width: 640, height: 320, mediaType: 'image/jpeg' })
    const [r = 255, g = 255, b = 0] = await cellsOf(rendered.outputPath, 1, 1)
    expect(r + g).toBeLessThan(10)
    expect(b).toBeGreaterThan(245)
  })

  test('one pixel, and a picture that is not enlarged', async () => {
    const one = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#888' } })
      .png()
      .toBuffer()
    expect(await renderBytes('one.png', one, 'image/png', 'preview')).toMatchObject({ width: 1, height: 1 })
    expect(await renderBytes('one.png', one, 'image/png', 'preview_w')).toMatchObject({ width: 1, height: 1 })
    expect(
      await renderBytes(
        'strip.png',
        await sharp({ create: { width: 3000, height: 1, channels: 3, background: '#888' } })
          .png()
          .toBuffer(),
        'image/png',
        'original_w',
      ),
    ).toMatchObject({ width: 3000, height: 1 })
  })
})

describe('watermarks', () => {
  const grounds = { white: '#fff', black: '#000', grey: '#808080' }
  test.each(Object.entries(grounds))(
    'mark every part of a %s picture, at every size',
    async (_, background) => {
      const path = await folder.write(
        'ground.png',
        await sharp({ create: { width: 2000, height: 1300, channels: 3, background } })
          .png()
          .toBuffer(),
      )
      for (const name of ['thumbnailsmall', 'thumbnailSmall', 'thumbnailBig', 'web', 'preview']) {
        const [clean, marked] = [
          await render(path, 'image/png', name),
          await render(path, 'image/png', `${name}_w`),
        ]
        expect([marked.width, marked.height]).toEqual([clean.width, clean.height])
        expect(await leastChange(clean.outputPath, marked.outputPath), name).toBeGreaterThan(40)
      }
      expect(
        await leastChange(path, (await render(path, 'image/png', 'original_w')).outputPath),
      ).toBeGreaterThan(40)
    },
  )

  test('stand without any font: lines are there before words', async () => {
    const path = await folder.write(
      'ground.png',
      await sharp({ create: { width: 640, height: 480, channels: 3, background: '#808080' } })
        .png()
        .toBuffer(),
    )
    const outputPath = folder.path('wordless')
    await renderRendition({
      sourcePath: path,
      mediaType: 'image/png',
      nature: 'IMAGE',
      recipe: recipe('thumbnailBig_w'),
      outputPath,
      watermarkText: '\u200B',
    })
    expect(await leastChange(path, outputPath)).toBeGreaterThan(40)
  })

  test('take any text for text', async () => {
    const path = await folder.write(
      'ground.png',
      await sharp({ create: { width: 640, height: 480, channels: 3, background: '#808080' } })
        .png()
        .toBuffer(),
    )
    for (const watermarkText of [
      '<b>&amp;"\'</text><rect width="400" height="400"/>',
      '\u0000\uD800',
      '日本語 עברית',
      'x'.repeat(500),
      '',
    ]) {
      const outputPath = folder.path('texts')
      await renderRendition({
        sourcePath: path,
        mediaType: 'image/png',
        nature: 'IMAGE',
        recipe: recipe('thumbnailBig_w'),
        outputPath,
        watermarkText,
      })
      const [r = 0] = await cellsOf(outputPath, 1, 1)
      expect(Math.abs(r - 128)).toBeLessThan(40)
    }
  })

  /** The largest change of a channel within each cell of 8 × 8, the least of all cells. */
  async function leastChange(cleanPath: string, markedPath: string): Promise<number> {
    const { width, height } = await sharp(markedPath).metadata()
    const [clean, marked] = await Promise.all(
      [cleanPath, markedPath].map((path) =>
        sharp(path)
          .resize(width, height, { fit: 'fill' })
          .toColourspace('srgb')
          .removeAlpha()
          .raw()
          .toBuffer(),
      ),
    )
    const changes = Array.from({ length: 64 }, () => 0)
    marked?.forEach((value, index) => {
      const [x, y] = [Math.floor(index / 3) % width, Math.floor(index / 3 / width)]
      const cell = Math.floor((y * 8) / height) * 8 + Math.floor((x * 8) / width)
      changes[cell] = Math.max(changes[cell] ?? 0, Math.abs(value - (clean?.[index] ?? 0)))
    })
    return Math.min(...changes)
  }
})

describe('placeholders and failures', () => {
  test('a card stands for what has no picture, marked for watermarked users', async () => {
    const path = await folder.write('archive.zip', 'PK')
    const card = await render(path, 'application/zip', 'preview', 'OTHER')
    expect(card).toMatchObject({ width: 640, height: 480, isPlaceholder: true })
    const marked = await render(path, 'application/zip', 'original_w', 'OTHER')
    expect(
      distance(await cellsOf(card.outputPath, 64, 48), await cellsOf(marked.outputPath, 64, 48)),
    ).toBeGreaterThan(2)
  })

  test('what is broken is said, and nothing is left behind', async () => {
    const whole = await quarters(600, 400).jpeg().toBuffer()
    const path = await folder.write(
      'head.jpg',
      whole.subarray(0, whole.indexOf(Buffer.from('ffda', 'hex')) + 14),
    )
    for (const name of ['thumbnailBig', 'original_w']) {
      const outputPath = folder.path(`broken-${name}`)
      await expect(
        renderRendition({
          sourcePath: path,
          mediaType: 'image/jpeg',
          nature: 'IMAGE',
          recipe: recipe(name),
          outputPath,
        }),
      ).rejects.toMatchObject({ name: 'RenditionError', code: 'truncated' })
      expect(existsSync(outputPath)).toBe(false)
    }
  })

  test('too many pixels are refused before they are decoded', async () => {
    const path = await folder.write(
      'vast.png',
      await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    )
    await expect(render(path, 'image/png', 'thumbnailBig')).rejects.toMatchObject({
      code: 'decompression_bomb',
    })
  })
})

describe.skipIf(!hasFfmpeg)('films and recordings', () => {
  const film = (name: string) => folder.path(name)
  beforeAll(async () => {
    // Two seconds of black before the picture: a poster of the first frame would be black.
    await makeByFfmpeg(
      'color=black:s=320x240:r=10:d=2[a];testsrc=s=320x240:r=10:d=18[b];[a][b]concat',
      film('film.mp4'),
      '-f',
      'mp4',
      '-pix_fmt',
      'yuv420p',
    )
    await makeByFfmpeg(
      'testsrc=s=320x240:r=10:d=2',
      film('turned.raw.mp4'),
      '-f',
      'mp4',
      '-pix_fmt',
      'yuv420p',
    )
    await runProgram({
      program: 'ffmpeg',
      timeoutMs: 20_000,
      args: [
        '-v',
        'error',
        '-display_rotation',
        '90',
        '-i',
        film('turned.raw.mp4'),
        '-c',
        'copy',
        '-y',
        film('turned.mp4'),
      ],
    }).catch(() =>
      runProgram({
        program: 'ffmpeg',
        timeoutMs: 20_000,
        args: [
          '-v',
          'error',
          '-i',
          film('turned.raw.mp4'),
          '-c',
          'copy',
          '-metadata:s:v',
          'rotate=90',
          '-y',
          film('turned.mp4'),
        ],
      }),
    )
  })

  test('the poster passes over black', async () => {
    const poster = await render(film('film.mp4'), 'video/mp4', 'thumbnailBig', 'VIDEO')
    expect(poster).toMatchObject({ width: 320, height: 240, isPlaceholder: false })
    expect(Math.max(...(await cellsOf(poster.outputPath, 4, 4)))).toBeGreaterThan(100)
  })

  test('the proxy is a whole film for browsers, index first; turned films stand upright', async () => {
    const proxy = await render(film('turned.mp4'), 'video/mp4', 'proxy', 'VIDEO')
    expect([proxy.width, proxy.height, proxy.mediaType]).toEqual([240, 320, 'video/mp4'])
    const facts = await probeFilm(proxy.outputPath, defaultMediaLimits)
    expect(facts).toMatchObject({ widthPx: 240, heightPx: 320, rotation: 0 })
    expect(facts.durationSeconds).toBeCloseTo(2, 0)
    const bytes = await readFile(proxy.outputPath)
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  })

  test('the hover is short and silent', async () => {
    const hover = await render(film('film.mp4'), 'video/mp4', 'hover', 'VIDEO')
    const facts = await probeFilm(hover.outputPath, defaultMediaLimits)
    expect(facts.hasSound).toBe(false)
    expect(facts.durationSeconds).toBeGreaterThan(4)
    expect(facts.durationSeconds).toBeLessThan(8)
  })

  test.each(['proxy', 'hover', 'thumbnailBig'])(
    'the watermarked version of %s is marked, the original too',
    async (name) => {
      const outputs = [name, `${name}_w`].map((one) => ({
        recipe: recipe(one, 'VIDEO'),
        outputPath: folder.path(`twin-${one}`),
      }))
      await renderRenditions({
        sourcePath: film('turned.mp4'),
        mediaType: 'video/mp4',
        nature: 'VIDEO',
        outputs,
        watermarkText: 'Cartouche',
      })
      const [clean = [], marked = []] = await Promise.all(
        outputs.map(async ({ outputPath, recipe: { kind } }) =>
          cellsOf(kind === 'picture' ? outputPath : await firstFrame(outputPath), 60, 80),
        ),
      )
      expect(distance(clean, marked)).toBeGreaterThan(4)
    },
  )

  test('recordings have a waveform and a copy for browsers', async () => {
    await makeByFfmpeg('sine=440:d=2', film('tone.wav'))
    const wave = await render(film('tone.wav'), 'audio/wav', 'thumbnailBig', 'AUDIO')
    expect(wave).toMatchObject({ width: 640, height: 360, isPlaceholder: false })
    const [edge = 0, middle = 255] = [
      (await cellsOf(wave.outputPath, 1, 9))[0],
      (await cellsOf(wave.outputPath, 1, 9))[12],
    ]
    expect(edge).toBeLessThan(60)
    expect(middle).toBeGreaterThan(120)
    const copy = await render(film('tone.wav'), 'audio/wav', 'proxy', 'AUDIO')
    expect(copy.mediaType).toBe('audio/mp4')
    expect(await probeFilm(copy.outputPath, defaultMediaLimits)).toMatchObject({
      hasSound: true,
      widthPx: null,
    })
  })

  test.each([
    ['ffconcat', () => 'ffconcat version 1.0\nfile film.mp4\n'],
    [
      'HLS',
      () => `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile://${film('film.mp4')}\n#EXT-X-ENDLIST\n`,
    ],
  ])('a playlist (%s) that calls itself a film reads no other file', async (_, content) => {
    await expect(
      render(await folder.write('list.mp4', content()), 'video/mp4', 'proxy', 'VIDEO'),
    ).rejects.toMatchObject({ code: 'broken' })
  })

  const firstFrame = (path: string) =>
    runProgram({
      program: 'ffmpeg',
      timeoutMs: 20_000,
      args: ['-v', 'error', '-i', path, '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', 'pipe:1'],
    })
})
