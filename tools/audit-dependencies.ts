import { execFile } from 'node:child_process'

/**
 * Asks the registry for known weaknesses of what the product runs with. Fails for high and critical ones;
 * where the registry does not answer, it says why and passes.
 */
const timeoutMs = 60_000
const grave: ReadonlySet<string> = new Set(['high', 'critical'])

interface Report {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>
  readonly message?: string
}

const report = await new Promise<Report>((resolve) => {
  execFile(
    'npm',
    ['audit', '--omit=dev', '--json'],
    { timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 },
    (error, stdout) => {
      try {
        resolve(JSON.parse(stdout) as Report)
      } catch {
        resolve({
          message:
            error?.killed === true
              ? `the registry did not answer within ${timeoutMs / 1000} s`
              : 'npm gave no report',
        })
      }
    },
  )
})

if (report.vulnerabilities === undefined)
  console.log(`skipped: ${(report.message ?? 'npm gave no report').split(/https?:/)[0]?.trim()}`)
else {
  const found = Object.entries(report.vulnerabilities).filter(([, { severity }]) => grave.has(severity))
  for (const [name, { severity, range }] of found) console.error(`${name} ${range}: ${severity}`)
  process.exitCode = found.length > 0 ? 1 : 0
}
