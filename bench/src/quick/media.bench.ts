import { spawn } from 'node:child_process'
import { createWriteStream, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { bareImport } from '../bare-import.ts'
import { drawNoise, drawPhotographs } from '../draw-photographs.ts'
import { importFiles } from '../import-files.ts'
import { alternatePair, timed } from './alternate.ts'
import type { QuickLibrary } from './quick-library.ts'
import type { QuickRow } from './ratio-row.ts'

const perRound = 16
const importRounds = 5
const uploadBytes = 1e9
const uploads = 2
const makings = 30

/** An import, an upload and pictures on demand. */
export async function benchMedia(library: QuickLibrary): Promise<QuickRow[]> {
  return [await timeImport(library), await timeUpload(library), await timePictures(library)]
}

async function timeImport(library: QuickLibrary): Promise<QuickRow> {
  const rounds = importRounds + 1
  library.say(`drawing ${rounds * perRound} photographs of 12 megapixels`)
  const photographs = await drawPhotographs(join(library.dataFolder, 'photographs'), rounds * perRound)
  const of = (round: number): string[] => photographs.slice(round * perRound, (round + 1) * perRound)
  const times = await alternatePair(
    timed((round) => importFiles(library, of(round), { validate: false })),
    timed((round) => bareImport(of(round), join(library.dataFolder, `bare-${round}`))),
    { runs: importRounds, warmUp: 1 },
  )
  return {
    id: 'import',
    what: `import of ${perRound} photographs of 12 megapixels`,
    ...times,
    beside: 'a bare loop of sharp and ExifTool',
    goal: { atLeast: 0.85 },
  }
}

/**
 * The bare server writes the body to a file; ours hashes it too, and looks at it afterwards, beside the
 * clock.
 */
async function timeUpload(library: QuickLibrary): Promise<QuickRow> {
  const what = 'upload of 1 GB by curl'
  if (!existsSync('/usr/bin/curl'))
    return { id: 'upload', what, missing: 'curl is not installed: `apt-get install curl`' }
  const path = await writeLarge(join(library.dataFolder, 'large.bin'))
  const answer = await library.call('POST', '/rest/massimport/job', { json: { name: 'Large' } })
  const { response } = (await answer.json()) as { response: { data: { id: number } } }
  const job = response.data.id
  const json = JSON.stringify({ job: { id: job }, binary: 'cid:file' })
  const bare = createServer((request, reply) => {
    void pipeline(request, createWriteStream(join(library.dataFolder, 'bare.bin'))).then(() =>
      reply.writeHead(201).end(),
    )
  })
  await new Promise<void>((done) => {
    bare.listen(0, '127.0.0.1', done)
  })
  const form = ['-F', `json=${json}`, '-F', `file=@${path}`]
  try {
    const times = await alternatePair(
      timed(
        () =>
          curl(
            '-H',
            `Authorization: ${library.headers['authorization'] ?? ''}`,
            ...form,
            `${library.url}/rest/massimport/item`,
          ),
        { check: () => untilInspected(library, job) },
      ),
      timed(() => curl(...form, `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`)),
      { runs: uploads, warmUp: 1 },
    )
    return { id: 'upload', what, ...times, beside: 'curl into a bare Node server', goal: { atLeast: 0.8 } }
  } finally {
    bare.close()
  }
}

async function writeLarge(path: string): Promise<string> {
  const file = await open(path, 'w')
  const piece = randomBytes(1e7)
  for (let left = uploadBytes; left > 0; left -= piece.length) await file.write(piece)
  await file.sync()
  await file.close()
  return path
}

function curl(...parameters: string[]): Promise<void> {
  return new Promise((done, fail) => {
    spawn('curl', ['--silent', '--fail', '--output', '/dev/null', '-H', 'Expect:', ...parameters], {
      stdio: 'inherit',
    })
      .once('error', fail)
      .once('exit', (code) => {
        if (code === 0) done()
        else fail(new Error(`curl ended with ${code}`))
      })
  })
}

const atWork = ['waiting', 'analyzing', 'validating']

async function untilInspected(library: QuickLibrary, job: number): Promise<void> {
  for (;;) {
    const answer = await library.call('GET', `/rest/massimport/job/${job}`)
    const { response } = (await answer.json()) as { response: { data: { counts: Record<string, number> } } }
    if (atWork.every((status) => (response.data.counts[status] ?? 0) === 0)) return
    await wait(100)
  }
}

/** Each is of another width, so that none is kept. */
async function timePictures(library: QuickLibrary): Promise<QuickRow> {
  const photograph = await drawNoise(join(library.dataFolder, 'noise.jpg'))
  const [asset] = await importFiles(library, [photograph], { validate: true })
  sharp.cache(false)
  sharp.concurrency(1)
  const times = await alternatePair(
    timed(async (run) => {
      const address = `/api/wedia/dam/picture/asset/${asset}?w=${800 + run}&crop=16:9&format=webp`
      const answer = await library.call('GET', address)
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
    }),
    timed((run) =>
      sharp(photograph)
        .autoOrient()
        .resize({ width: 800 + run, height: Math.round(((800 + run) * 9) / 16), fit: 'cover' })
        .webp({ quality: 80 })
        .toBuffer(),
    ),
    { runs: makings, warmUp: 2 },
  )
  return {
    id: 'picture',
    what: 'a picture made on demand',
    ...times,
    beside: 'bare sharp on the same file',
    goal: { atLeast: 0.85 },
  }
}
