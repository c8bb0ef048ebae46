import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

/** The running application, as `npm start` runs it, on data of its own. */
export interface Application {
  readonly url: string
  readonly dataFolder: string
  /** The password of every account of the demonstration. */
  readonly password: string
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again on the same data and the same port. */
  start(): Promise<void>
  /** Ends it in order and removes its data. */
  remove(): Promise<void>
}

const password = 'journey-password'
const startWithinMs = 120_000

/** Starts the application on a free port; with the demonstration library where asked. */
export async function startApplication({ demo = true }: { demo?: boolean } = {}): Promise<Application> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'cartouche-journeys-'))
  let child = await run(dataFolder, demo, 0)
  const { url } = child
  const port = Number(new URL(url).port)
  return {
    url, dataFolder, password,
    kill: () => end(child.process, 'SIGKILL'),
    start: async () => { child = await run(dataFolder, demo, port) },
    remove: async () => {
      await end(child.process, 'SIGTERM')
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function run(dataFolder: string, demo: boolean, port: number): Promise<{ process: ChildProcess; url: string }> {
  const environment = {
    ...process.env, PORT: String(port), HOST: '127.0.0.1', CARTOUCHE_DATA: dataFolder, CARTOUCHE_DEMO: demo ? '1' : '0',
    CARTOUCHE_ADMIN_PASSWORD: password, CARTOUCHE_DEMO_PASSWORD: password, CARTOUCHE_APPLICATION_SECRET: 'journey-application-secret',
  }
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../../server/src/main.ts')], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line))
  const url = await new Promise<string>((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`The application was not ready in time.\n${said.join('\n')}`)), startWithinMs)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const ready = /^Cartouche is ready at (\S+)$/.exec(line)?.[1]
      if (ready) done(ready)
    })
    child.once('exit', (code) => fail(new Error(`The application ended with ${code}.\n${said.join('\n')}`)))
    child.once('exit', () => clearTimeout(timer))
  })
  return { process: child, url }
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill(signal)
  await gone
}
