import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { waitFor } from './wait-for.ts'

/** The running application, as `npm start` runs it, on data of its own. */
export interface Application {
  readonly url: string
  readonly dataFolder: string
  /** The password of every account. */
  readonly password: string
  /** Process of the server; another one after each start. */
  pid(): number
  /** What it printed and logged so far. */
  said(): string
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
  /** Ends it in order; its data stays. */
  stop(): Promise<void>
  /** Starts it again on the same data and the same port. */
  start(): Promise<void>
  /** Ends it in order and removes its data. */
  remove(): Promise<void>
}

/** What may differ from one application to the next. */
export interface ApplicationOptions {
  /** With the demonstration's accounts and library; without, there is the account `admin` alone. */
  readonly demo?: boolean
  /** More variables of its environment. */
  readonly settings?: Readonly<Record<string, string>>
}

const password = 'journey-password'
/** Characters of its output that are shown where a journey fails. */
const saidAtLast = 3000
const startWithinMs = 120_000
const libraryWithinMs = 240_000
const libraryMark = 'demonstration-made'

// Journeys that end unasked leave no server behind.
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

interface Running {
  readonly process: ChildProcess
  readonly url: string
}

/**
 * Starts the application on a free port. The first one makes its library, which takes a minute of a
 * processor with the demonstration (2026-11), and each begins with a copy.
 */
export async function startApplication({
  demo = false,
  settings = {},
}: ApplicationOptions = {}): Promise<Application> {
  const library = await (demo ? (demonstration ??= makeLibrary(true)) : (emptyLibrary ??= makeLibrary(false)))
  const dataFolder = await mkdtemp(join(tmpdir(), 'cartouche-journeys-'))
  // The database belongs to an account of its own where root runs this.
  await promisify(execFile)('cp', ['-a', `${library}/.`, dataFolder])
  return startOn(dataFolder, demo, settings)
}

let demonstration: Promise<string> | undefined
let emptyLibrary: Promise<string> | undefined

/** Makes a library, and answers its folder, which goes when this process ends. */
async function makeLibrary(demo: boolean): Promise<string> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'cartouche-journeys-'))
  process.once('exit', () => rmSync(dataFolder, { recursive: true, force: true }))
  const application = await startOn(dataFolder, demo, {})
  if (demo) await waitForDemonstration(dataFolder)
  await application.stop()
  return dataFolder
}

async function waitForDemonstration(dataFolder: string): Promise<void> {
  const exists = (): Promise<boolean> =>
    access(join(dataFolder, libraryMark)).then(
      () => true,
      () => false,
    )
  await waitFor('the demonstration library', exists, libraryWithinMs)
}

async function startOn(
  dataFolder: string,
  demo: boolean,
  settings: Readonly<Record<string, string>>,
): Promise<Application> {
  const said: string[] = []
  const run = (port: number): Promise<Running> => startServer({ dataFolder, port, demo, settings, said })
  let child = await run(0)
  const { url } = child
  return {
    url,
    dataFolder,
    password,
    pid: () => child.process.pid ?? 0,
    said: () => said.join('\n'),
    kill: () => end(child.process, 'SIGKILL'),
    stop: () => end(child.process, 'SIGTERM'),
    start: async () => {
      child = await run(Number(new URL(url).port))
    },
    remove: async () => {
      await end(child.process, 'SIGTERM')
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/**
 * An application that `npm start` started, on the folder of data that it was given. It stays as it is:
 * journeys that end or restart it cannot be played there.
 */
export async function useApplication({
  url,
  dataFolder,
  password: givenPassword,
}: Pick<Application, 'url' | 'dataFolder' | 'password'>): Promise<Application> {
  await waitForDemonstration(dataFolder)
  const refuse = (): never => {
    throw new Error('This journey ends the application: play it without E2E_URL.')
  }
  return {
    url,
    dataFolder,
    password: givenPassword,
    pid: refuse,
    said: () => '',
    kill: refuse,
    stop: refuse,
    start: refuse,
    remove: async () => {},
  }
}

async function startServer({
  dataFolder,
  port,
  demo,
  settings,
  said,
}: {
  dataFolder: string
  port: number
  demo: boolean
  settings: Readonly<Record<string, string>>
  said: string[]
}): Promise<Running> {
  const environment = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    CARTOUCHE_DATA: dataFolder,
    CARTOUCHE_DEMO: demo ? '1' : '0',
    CARTOUCHE_ADMIN_PASSWORD: password,
    CARTOUCHE_DEMO_PASSWORD: password,
    CARTOUCHE_APPLICATION_SECRET: 'journey-application-secret',
    // What a browser still reads when its journey is over is of no use.
    CARTOUCHE_DRAIN_SECONDS: '1',
    ...settings,
  }
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../../server/src/start/main.ts')], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line))
  const url = await new Promise<string>((done, fail) => {
    const timer = setTimeout(
      () => fail(new Error(`The application was not ready in time.\n${said.join('\n')}`)),
      startWithinMs,
    )
    createInterface({ input: child.stdout }).on('line', (line) => {
      said.push(line)
      const ready = /^Cartouche is ready at (\S+)$/.exec(line)?.[1]
      if (ready) done(ready)
      if (ready) clearTimeout(timer)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(new Error(`The application ended with ${code}.\n${said.slice(-40).join('\n')}`))
    })
  })
  return { process: child, url }
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill(signal)
  await gone
}

/**
 * Starts an application for some work alone, and removes it. What fails is reported with the last that the
 * application said.
 */
export async function withApplication(
  options: ApplicationOptions,
  work: (application: Application) => Promise<void>,
): Promise<void> {
  const application = await startApplication(options)
  try {
    await work(application)
  } catch (error) {
    throw new Error(
      `${error instanceof Error ? error.message : String(error)}\nThe application said at last:\n${application.said().slice(-saidAtLast)}`,
      { cause: error },
    )
  } finally {
    await application.remove()
  }
}
