import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '../../ground/database/database.ts'
import { readSettings } from '../../ground/settings/settings.ts'
import { startCartouche, type Cartouche } from '../../start/start-cartouche.ts'
import { exitCodes } from './import-options.ts'
import { openLibrary } from './open-library.ts'
import { jpegOf } from './test-import.ts'

let folder: string
let server: Cartouche | undefined
const data = (): string => join(folder, 'data')
const files = (): string => join(folder, 'files')
const log = { info: () => {}, warn: () => {}, error: () => {} }
/** What the server was started with, and the command does not know. */
const ofServer = { CARTOUCHE_ADMIN_PASSWORD: 'chosen by the server', CARTOUCHE_APPLICATION_KEY: 'portal' }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartouche-command-'))
  await chmod(folder, 0o755)
  await mkdir(files())
  await writeFile(join(files(), 'a.jpg'), await jpegOf(1))
})
afterEach(async () => {
  await stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
})

async function start(): Promise<Cartouche> {
  server = await startCartouche({
    settings: readSettings({ CARTOUCHE_DATA: data(), PORT: '0', ...ofServer }),
    log,
    webFolder: folder,
  })
  return server
}

async function stop(): Promise<void> {
  await server?.stop()
  server = undefined
}

/** Runs the command with the data folder as its only setting. */
function runImport(...parameters: string[]): Promise<{ code: number; output: string }> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(CARTOUCHE_|DATABASE_URL|HOST$|PORT$|INIT_CWD)/.test(name),
  )
  const env = { ...Object.fromEntries(inherited), CARTOUCHE_DATA: data() }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'import-folder.ts'), files(), ...parameters],
      { env },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr })
      },
    )
  })
}

async function listCredentials(url: string): Promise<unknown> {
  const database = createDatabase(url)
  try {
    const { rows } = await sql`select * from credential order by resource, id`.execute(database)
    return JSON.parse(JSON.stringify(rows))
  } finally {
    await database.destroy()
  }
}

const urlOf = ({ services }: Cartouche): Promise<string> =>
  sql<{ socket: string }>`select current_setting('unix_socket_directories') socket`
    .execute(services.database)
    .then(
      ({ rows }) =>
        `postgresql://cartouche@localhost/cartouche?host=${encodeURIComponent(rows[0]?.socket ?? '')}`,
    )

async function signIn({ url }: Cartouche, password: string): Promise<number> {
  const body = new FormData()
  body.set('login', 'admin')
  body.set('password', password)
  return (await fetch(`${url}/rest/signin`, { method: 'POST', body })).status
}

/** Everything in the data folder that is no database and no blob. */
async function readSmallFiles(): Promise<Record<string, string>> {
  const names = (await readdir(data(), { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(data(), name), 'hex')] as const)),
  )
}

test(
  'beside the server and without it, the command changes no account and no secret',
  { timeout: 400_000 },
  async () => {
    const first = await start()
    const credentials = await listCredentials(await urlOf(first))
    const secrets = await readSmallFiles()
    expect(Object.keys(secrets)).toContain('secrets.json')
    const beside = await runImport()
    expect(beside).toEqual({ code: exitCodes.done, output: expect.stringContaining('1 of 1 files imported') })
    expect(await listCredentials(await urlOf(first))).toEqual(credentials)
    expect(await signIn(first, ofServer.CARTOUCHE_ADMIN_PASSWORD)).toBe(201)
    await stop()
    await writeFile(join(files(), 'b.jpg'), await jpegOf(2))
    const without = await runImport('--publish')
    expect(without).toEqual({
      code: exitCodes.done,
      output: expect.stringContaining('1 of 2 files imported, 1 imported before'),
    })
    expect(beside.output + without.output).not.toMatch(/password|secret/i)
    expect(await readSmallFiles()).toEqual(secrets)
    const again = await start()
    expect(await listCredentials(await urlOf(again))).toEqual(credentials)
    expect(await signIn(again, ofServer.CARTOUCHE_ADMIN_PASSWORD)).toBe(201)
  },
)

test('where there is no library nothing is made', async () => {
  const { code, output } = await runImport()
  expect({ code, output }).toEqual({
    code: exitCodes.failed,
    output: expect.stringContaining(`There is no library in ${data()}`),
  })
  expect(await readdir(folder)).toEqual(['files'])
})

test('a command has to wait while another has the database, from its first moment on', async () => {
  await start()
  await stop()
  const other = await openLibrary(readSettings({ CARTOUCHE_DATA: data() }), log)
  try {
    expect(await runImport()).toEqual({
      code: exitCodes.failed,
      output: expect.stringContaining('Another command is running'),
    })
  } finally {
    await other.close()
  }
})

test(
  'two commands at once without a server: one imports, the other says why not, and nothing is doubled',
  { timeout: 400_000 },
  async () => {
    await start()
    await stop()
    for (let index = 2; index < 12; index++)
      await writeFile(join(files(), `${index}.jpg`), await jpegOf(index))
    const runs = await Promise.all([runImport(), runImport()])
    const codes = runs.map(({ code }) => code).toSorted((a, b) => a - b)
    expect(codes, JSON.stringify(runs)).toEqual([exitCodes.done, exitCodes.failed])
    expect(runs.find(({ code }) => code === exitCodes.failed)?.output).toMatch(/Another (command|Cartouche)/)
    const both = await start()
    const together = await Promise.all([
      runImport('--duplicates', 'import'),
      runImport('--duplicates', 'import'),
    ])
    expect(
      together.map(({ code }) => code),
      JSON.stringify(together),
    ).toEqual([0, 0])
    const { rows } = await sql<{
      count: number
    }>`select count(*) count from import_item where status = 6`.execute(both.services.database)
    expect(rows).toEqual([{ count: 11 }])
  },
)

test.each([
  [['--duplicates', 'never'], exitCodes.usage, '--duplicates is skip, link or import, not "never"'],
  [['--unknown'], exitCodes.usage, "Unknown option '--unknown'"],
  [['another folder'], exitCodes.usage, 'Name one folder'],
  [['--help'], exitCodes.done, '--duplicates skip|link|import'],
])('%s ends with %i', async (parameters, code, text) => {
  expect(await runImport(...parameters)).toEqual({ code, output: expect.stringContaining(text) })
})
