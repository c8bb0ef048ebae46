import { importsOf, type Client } from '@cartouche/client'

const keyOf = (jobId: number): string => `cartouche-unsent-${jobId}`
const guarded = new Set<number>()

/**
 * While files of an import are on their way: asks before the page is left, and keeps the names of what is not
 * sent, because a page that was left can no longer read the files.
 */
export function guardUploads(client: Client, jobId: number): void {
  if (guarded.has(jobId)) return
  guarded.add(jobId)
  const imports = importsOf(client)
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  const key = String(jobId)
  const look = (): void => {
    const names = imports.uploads
      .get(key)
      .files.filter(({ status }) => status !== 'loaded')
      .map(({ name }) => name)
    if (names.length > 0) return sessionStorage.setItem(keyOf(jobId), JSON.stringify(names.slice(0, 500)))
    sessionStorage.removeItem(keyOf(jobId))
    window.removeEventListener('beforeunload', ask)
    stop()
    guarded.delete(jobId)
  }
  const stop = imports.uploads.subscribe(key, look)
  look()
}

/** Names of the files that were not sent before the page was left. */
export function unsentFiles(jobId: number): readonly string[] {
  try {
    const names: unknown = JSON.parse(sessionStorage.getItem(keyOf(jobId)) ?? '[]')
    return guarded.has(jobId) || !Array.isArray(names) ? [] : names.filter((name) => typeof name === 'string')
  } catch {
    return []
  }
}

/** The person knows. */
export function forgetUnsentFiles(jobId: number): void {
  sessionStorage.removeItem(keyOf(jobId))
}
