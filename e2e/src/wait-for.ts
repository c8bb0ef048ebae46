import { setTimeout as sleep } from 'node:timers/promises'

const pauseMs = 150

/**
 * Asks again and again until the answer is neither false, null nor undefined.
 * @returns that answer
 * @throws Error that says what was waited for, with what asking failed of at last
 */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T> | T,
  withinMs = 30_000,
): Promise<Exclude<T, false | null | undefined>> {
  const until = Date.now() + withinMs
  for (;;) {
    let failure: unknown
    try {
      const answer = await ask()
      if (answer !== false && answer !== null && answer !== undefined)
        return answer as Exclude<T, false | null | undefined>
    } catch (error) {
      failure = error
    }
    if (Date.now() > until)
      throw new Error(`Waited ${withinMs / 1000} s in vain for ${what}`, { cause: failure })
    await sleep(pauseMs)
  }
}
