import { connection, type Connection } from './connection.ts'

/**
 * What browsers say of a module, or of its styles, that they did not get; a module that came and failed says
 * something else.
 */
const notLoaded = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i

/** A part of the application that the server does not have: the page is of an older build. */
class PartMissing extends Error {
  override readonly name = 'PartMissing'
}

/** Whether a part of the application could not be fetched. */
export function isPartMissing(error: unknown): boolean {
  return error instanceof PartMissing || (error instanceof Error && notLoaded.test(error.message))
}

/**
 * Loads a part of the application. While the server is away it waits and tries again: what is on the screen
 * stays until then. Where the server is there, it may have come back just now: a part is missing that fails
 * once more.
 * @throws PartMissing where the server is there and the part is not; what the part itself throws
 */
export async function loadPart<Part>(
  load: () => Promise<Part>,
  watched: Pick<Connection, 'check' | 'whenUp'> = connection,
): Promise<Part> {
  for (let isUp = false; ;) {
    try {
      return await load()
    } catch (error) {
      if (!isPartMissing(error)) throw error
      if (isUp) throw new PartMissing('A part of the application is missing', { cause: error })
      isUp = await watched.check()
      if (!isUp) await watched.whenUp()
    }
  }
}

/** Where it stands for which build the page was loaded again. */
const reloadedKey = 'cartouche-reloaded'

/**
 * Loads the page again, for the build that the server has now; unless the present build came by that already:
 * what is missing then is missing for good. Nobody is taken by surprise: it is called where the missing part
 * was to be shown, not where it was only fetched ahead.
 */
export function reloadOnce(): void {
  const build = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
  if (sessionStorage.getItem(reloadedKey) === build) return
  sessionStorage.setItem(reloadedKey, build)
  window.location.reload()
}
