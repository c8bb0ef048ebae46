import { createConsoleLog } from '../ground/log.ts'
import { readSettings, refuseRoot, SettingsError } from '../ground/settings/settings.ts'
import { startCartouche } from './start-cartouche.ts'

/** Starts the server by the environment's settings and ends it on Ctrl-C; what `npm start` runs. */
async function main(): Promise<void> {
  const started = performance.now()
  const settings = readSettings(process.env)
  const lines: string[] = []
  const refusal = refuseRoot(settings, process.getuid?.())
  if (refusal !== null) throw new SettingsError([refusal])
  const log = createConsoleLog(process.stderr)
  // Background work of libraries rejects with nobody listening when the database goes away; requests and jobs
  // are tried again, the server goes on.
  process.on('unhandledRejection', (error) =>
    log.error(
      { error: error instanceof Error ? error.stack : String(error) },
      'work in the background failed',
    ),
  )
  const cartouche = await startCartouche({ settings, log, announce: (line) => lines.push(line) })
  endOnSignals(cartouche.stop)
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  lines.forEach(say)
  say(`Cartouche is ready at ${cartouche.url}`)
  say(`(started in ${((performance.now() - started) / 1000).toFixed(1)} s; Ctrl-C stops it)`)
  if (settings.demo && settings.serverRoles.includes('worker')) {
    const { installDemo } = await import('./demo/install-demo.ts')
    await installDemo(cartouche.services)
  }
}

function endOnSignals(stop: () => Promise<void>): void {
  let ending = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (ending) return
      ending = true
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

main().catch((error: unknown) => {
  const text =
    error instanceof SettingsError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error)
  process.stderr.write(`Cartouche could not start.\n${text}\n`)
  process.exit(1)
})
