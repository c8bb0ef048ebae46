import { spawn } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMediaWorkers } from './media-workers.ts'
import { RenditionError } from './rendition-error.ts'
import { recipeFor, type RenditionRecipe } from './rendition-recipes.ts'
import { findProgram, runProgram } from './run-program.ts'
import { openSandbox } from './sandbox.ts'
import { listProcessTree } from './process-tree.ts'
import {
  cellsOf,
  createTestFolder,
  distance,
  hasSamples,
  isRunning,
  makeByFfmpeg,
  quarters,
  samplesFolder,
  type TestFolder,
} from './sample-files.ts'
import { startWorkerProcess } from './worker-process.ts'

let folder: TestFolder
beforeAll(async () => {
  folder = await createTestFolder()
})
afterAll(() => folder.remove())

const hasFfmpeg = (await findProgram('ffmpeg')) !== null
const recipe = (name: string): RenditionRecipe => {
  const found = recipeFor(name, 'VIDEO')
  if (!found) throw new Error(name)
  return found
}
/** A film that takes long to convert and not to make: one second, two hundred times. */
const makeLongFilm = async () => {
  const second = await makeByFfmpeg('testsrc=s=1280x720:r=30:d=1', folder.path('second.mp4'), '-c:v', 'mpeg4')
  await runProgram({
    program: 'ffmpeg',
    timeoutMs: 30_000,
    args: ['-v', 'error', '-stream_loop', '200', '-i', second, '-c', 'copy', '-y', folder.path('long.mp4')],
  })
  return folder.path('long.mp4')
}
/** The ffmpeg that writes for a worker whose folder is in this one. */
const converting = (workersFolder: string) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isRunning(Number(name)))
    .find((name) => {
      try {
        const [program = '', ...args] = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
        return (
          program.endsWith('ffmpeg') && args.includes('-y') && args.some((arg) => arg.includes(workersFolder))
        )
      } catch {
        return false
      }
    })
const namesIn = (path: string) => readdir(path).catch(() => [])

describe('createMediaWorkers', () => {
  test('inspects and renders as the functions do', async () => {
    const workers = createMediaWorkers({ size: 1 })
    try {
      const path = await folder.write('photo.jpg', await quarters(800, 600).jpeg().toBuffer())
      expect(await workers.inspect({ path, fileName: 'harbour.jpg' })).toMatchObject({
        usable: true,
        width: 800,
        metadata: { name: 'harbour' },
      })
      const outputs = [{ recipe: recipe('thumbnailSmall'), outputPath: folder.path('small.jpg') }]
      expect(
        (await workers.inspectAndRender({ path, fileName: 'harbour.jpg', outputs })).renditions,
      ).toMatchObject([{ width: 320, height: 240 }])
      expect(
        await workers.render({ sourcePath: path, nature: 'IMAGE', mediaType: 'image/jpeg', outputs }),
      ).toMatchObject([{ name: 'thumbnailSmall', sizeBytes: expect.any(Number) }])
    } finally {
      await workers.close()
    }
  })

  test('a PDF whose later pages are damaged shows its first', async () => {
    const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>'
    const kids = [3, 4, 5, 6, 7].map((id) => `${id} 0 R`).join(' ')
    const objects = [
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Kids[${kids}]/Count 5>>`,
      page,
      page,
      page,
      page,
      page,
    ]
    const parts = ['%PDF-1.4\n', ...objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`)]
    const places = objects.map((_, index) => parts.slice(0, index + 1).join('').length)
    // Where the third and the fourth page are said to be, nothing begins.
    const entries = places.map(
      (at, index) => `${String(index === 4 || index === 5 ? 20 : at).padStart(10, '0')} 00000 n \n`,
    )
    const xref = `xref\n0 8\n0000000000 65535 f \n${entries.join('')}trailer<</Size 8/Root 1 0 R>>\n`
    const path = await folder.write(
      'pages.pdf',
      `${parts.join('')}${xref}startxref\n${parts.join('').length}\n%%EOF\n`,
    )
    const workers = createMediaWorkers({ size: 1 })
    try {
      expect(await workers.inspect({ path, fileName: 'pages.pdf' })).toMatchObject({
        usable: true,
        decodable: true,
        problems: [],
      })
    } finally {
      await workers.close()
    }
  })

  test('hands failures over with their code', async () => {
    const workers = createMediaWorkers({ size: 1 })
    try {
      const whole = await quarters(800, 600).jpeg().toBuffer()
      const sourcePath = await folder.write(
        'half.jpg',
        whole.subarray(0, whole.indexOf(Buffer.from('ffda', 'hex')) + 14),
      )
      const failure = await workers
        .render({
          sourcePath,
          nature: 'IMAGE',
          mediaType: 'image/jpeg',
          outputs: [{ recipe: recipe('preview'), outputPath: folder.path('half.out') }],
        })
        .catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(RenditionError)
      expect(failure).toMatchObject({ code: 'truncated', message: expect.stringContaining('cut off') })
    } finally {
      await workers.close()
    }
  })

  test.skipIf(!existsSync('/proc/self/status'))(
    'a turned picture of 108 megapixels is shrunk in less memory than it has pixels',
    async () => {
      // Decoded, it takes 324 MB; a worker that waits 90.
      const workers = createMediaWorkers({ size: 1, maxMemoryBytes: 300 * 1024 * 1024 })
      try {
        const path = folder.path('large.jpg')
        const small = await quarters(400, 300).png().toBuffer()
        await sharp(small)
          .resize(12_000, 9000, { kernel: 'nearest' })
          .jpeg({ optimiseCoding: false })
          .withMetadata({ orientation: 6 })
          .toFile(path)
        const outputPath = folder.path('large.out')
        const { inspection, renditions } = await workers.inspectAndRender({
          path,
          fileName: 'large.jpg',
          outputs: [{ recipe: recipe('preview'), outputPath }],
        })
        expect(inspection).toMatchObject({
          usable: true,
          decodable: true,
          problems: [],
          width: 9000,
          height: 12_000,
        })
        expect(renditions).toMatchObject([{ width: 1200, height: 1600, isPlaceholder: false }])
        const upright = await cellsOf(await sharp(small).rotate(90).png().toBuffer(), 2, 2)
        expect(distance(await cellsOf(outputPath, 2, 2), upright)).toBeLessThan(12)
      } finally {
        await workers.close()
      }
    },
  )

  test.skipIf(!hasSamples || !existsSync('/proc/self/status'))(
    'a file that swells ends its worker alone: what is known of it is kept, the next is served',
    async () => {
      const workers = createMediaWorkers({ size: 1, maxMemoryBytes: 165 * 1024 * 1024 })
      try {
        const [swollen, next] = await Promise.all([
          workers.inspect({ path: `${samplesFolder}heic/iphone_7.heic`, fileName: 'iphone.heic' }),
          workers.inspect({
            path: await folder.write('next.png', await quarters(100, 100).png().toBuffer()),
            fileName: 'next.png',
          }),
        ])
        expect(swollen).toMatchObject({
          usable: false,
          decodable: false,
          mediaType: 'image/heic',
          metadata: { camera: 'Apple iPhone 7' },
          problems: [{ code: 'memory', severity: 'error' }],
        })
        expect(next.usable).toBe(true)
      } finally {
        await workers.close()
      }
    },
  )

  test('what waits and what runs is cancelled at the end, and by its caller', async () => {
    const workers = createMediaWorkers({ size: 1 })
    const path = await folder.write(
      'large.png',
      await sharp({
        create: {
          width: 3000,
          height: 2000,
          channels: 3,
          background: '#888',
          noise: { type: 'gaussian', mean: 128, sigma: 30 },
        },
      })
        .png({ compressionLevel: 0 })
        .toBuffer(),
    )
    const abort = new AbortController()
    const [running, waiting, given] = [
      workers.inspect({ path, fileName: 'a.png' }),
      workers.inspect({ path, fileName: 'b.png' }),
      workers.inspect({ path, fileName: 'c.png', signal: abort.signal }),
    ]
    const outcomes = Promise.allSettled([running, waiting, given])
    abort.abort()
    await expect(given).rejects.toMatchObject({ code: 'cancelled' })
    await workers.close()
    expect(await outcomes).toMatchObject([
      { reason: { code: 'cancelled' } },
      { reason: { code: 'cancelled' } },
      { reason: { code: 'cancelled' } },
    ])
    await expect(workers.inspect({ path, fileName: 'd.png' })).rejects.toMatchObject({ code: 'cancelled' })
  })

  test.skipIf(!hasFfmpeg)('the end of the workers is the end of what they started', async () => {
    const [workersFolder, outputPath] = [folder.path('closing'), folder.path('closed.mp4')]
    const workers = createMediaWorkers({ size: 1, folder: workersFolder })
    const film = workers.render({
      sourcePath: await makeLongFilm(),
      nature: 'VIDEO',
      mediaType: 'video/mp4',
      outputs: [{ recipe: recipe('proxy'), outputPath }],
    })
    const outcome = expect(film).rejects.toMatchObject({ code: 'cancelled' })
    await expect.poll(() => converting(workersFolder), { timeout: 10_000 }).toBeDefined()
    await workers.close()
    await outcome
    await expect.poll(() => converting(workersFolder), { timeout: 20_000 }).toBeUndefined()
    // Nor does anything stay of what it wrote.
    await expect.poll(() => namesIn(workersFolder), { timeout: 10_000 }).toEqual([])
    expect(existsSync(outputPath)).toBe(false)
  })

  test.skipIf(!hasFfmpeg)('films leave a worker for pictures, pictures go before imports', async () => {
    const workersFolder = folder.path('films')
    const workers = createMediaWorkers({ size: 2, folder: workersFolder })
    try {
      const film = await makeLongFilm()
      const abort = new AbortController()
      const films = [1, 2].map((number) =>
        workers.render({
          sourcePath: film,
          nature: 'VIDEO',
          mediaType: 'video/mp4',
          signal: abort.signal,
          outputs: [{ recipe: recipe('proxy'), outputPath: folder.path(`film-${number}.mp4`) }],
        }),
      )
      const outcomes = Promise.allSettled(films)
      const path = await folder.write('photo.png', await quarters(300, 200).png().toBuffer())
      const order: string[] = []
      await Promise.all([
        ...[1, 2].map((number) =>
          workers.inspect({ path, fileName: 'a.png' }).then(() => order.push(`import ${number}`)),
        ),
        workers
          .render({
            sourcePath: path,
            nature: 'IMAGE',
            mediaType: 'image/png',
            outputs: [{ recipe: recipe('preview'), outputPath: folder.path('urgent.jpg') }],
          })
          .then(() => order.push('picture')),
      ])
      expect(order.indexOf('picture')).toBeLessThan(order.indexOf('import 2'))
      abort.abort()
      expect(
        (await outcomes).map(
          (outcome) => outcome.status === 'rejected' && (outcome.reason as RenditionError).code,
        ),
      ).toEqual(['cancelled', 'cancelled'])
      await expect.poll(() => converting(workersFolder)).toBeUndefined()
    } finally {
      await workers.close()
    }
  })
})

describe('startWorkerProcess', () => {
  const limits = { silenceMs: 60_000, maxMemoryBytes: 2 ** 31 }
  const start = async (bounds = limits) => startWorkerProcess(bounds, await openSandbox(), folder.path('.'))
  const bounds = { timeoutMs: 60_000 }

  test('a worker that others end at its work says so', async () => {
    const worker = await start()
    const path = await folder.write(
      'large2.png',
      await sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#888' } })
        .png()
        .toBuffer(),
    )
    const job = worker.run({ kind: 'inspect', request: { path, fileName: 'a.png' } }, bounds)
    process.kill(worker.pid ?? 0, 'SIGKILL')
    await expect(job).rejects.toMatchObject({ code: 'killed' })
    expect(worker.isFresh()).toBe(false)
  })

  test('a worker that died while it had nothing to do says so at once', async () => {
    const worker = await start()
    const job = {
      kind: 'inspect',
      request: {
        path: await folder.write('idle.png', await quarters(20, 20).png().toBuffer()),
        fileName: 'a.png',
      },
    } as const
    await worker.run(job, bounds)
    process.kill(worker.pid ?? 0, 'SIGKILL')
    await expect.poll(() => worker.hasEnded(), { timeout: 10_000 }).toBe(true)
    await expect(worker.run(job, bounds)).rejects.toMatchObject({ code: 'killed' })
  })

  test('a worker that hangs is stopped', async () => {
    const worker = await start({ ...limits, silenceMs: 4000 })
    const path = await folder.write('small.png', await quarters(20, 20).png().toBuffer())
    await worker.run({ kind: 'inspect', request: { path, fileName: 'a.png' } }, bounds)
    for (const pid of listProcessTree(worker.pid ?? 0)) process.kill(pid, 'SIGSTOP')
    await expect(
      worker.run({ kind: 'inspect', request: { path, fileName: 'a.png' } }, bounds),
    ).rejects.toMatchObject({ code: 'timeout' })
    await expect.poll(() => isRunning(worker.pid ?? 0)).toBe(false)
  })

  test.skipIf(!hasFfmpeg || !existsSync('/proc/self/status'))(
    'nothing stays behind a server that is killed',
    async () => {
      const [film, outputPath, workersFolder] = [
        await makeLongFilm(),
        folder.path('orphan.mp4'),
        folder.path('orphans'),
      ]
      const moduleOf = (name: string) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)))
      await mkdir(workersFolder)
      const script = `
      const { startWorkerProcess } = await import(${moduleOf('./worker-process.ts')})
      const { openSandbox } = await import(${moduleOf('./sandbox.ts')})
      const worker = await startWorkerProcess(${JSON.stringify(limits)}, await openSandbox(), ${JSON.stringify(workersFolder)})
      void worker.run(${JSON.stringify({ kind: 'render', request: { sourcePath: film, nature: 'VIDEO', mediaType: 'video/mp4', outputs: [{ recipe: recipe('proxy'), outputPath }] } })}, ${JSON.stringify(bounds)})
      process.stdout.write(String(worker.pid))`
      const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const workerPid = Number(
        await new Promise<string>((resolve) => {
          server.stdout.once('data', (data: Buffer) => resolve(data.toString()))
        }),
      )
      await expect.poll(() => converting(workersFolder), { timeout: 10_000 }).toBeDefined()
      server.kill('SIGKILL')
      await expect.poll(() => isRunning(workerPid), { timeout: 10_000 }).toBe(false)
      await expect.poll(() => converting(workersFolder), { timeout: 10_000 }).toBeUndefined()
    },
  )
})
