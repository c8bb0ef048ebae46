import type { Readable } from 'node:stream'
import type { ByteSource } from './byte-source.ts'

/** How soon a change is noticed; looking costs nothing while there was none. */
const lookEveryMs = 100
/** What ends by the clock alone is noticed within this. */
const askEveryMs = 5000

/**
 * The same bytes, cut off as soon as `mayGoOn` is no longer true: a right to take a file ends in the middle
 * of it too. It is asked after every change of what access rests on, and now and then; a question that fails
 * is asked again.
 * @source decision 0026
 */
export function endWith(
  { changes }: { readonly changes?: { epoch(): number | undefined } | undefined },
  source: ByteSource,
  mayGoOn: () => Promise<boolean>,
): ByteSource {
  return {
    ...source,
    open: (start, endExclusive) => {
      const body = source.open(start, endExclusive)
      watch(body, () => changes?.epoch(), mayGoOn)
      return body
    },
  }
}

function watch(body: Readable, epochNow: () => number | undefined, mayGoOn: () => Promise<boolean>): void {
  let [epoch, askedAt, isAsking] = [epochNow(), performance.now(), false]
  const look = async (): Promise<void> => {
    const now = epochNow()
    if (isAsking || (now === epoch && now !== undefined && performance.now() - askedAt < askEveryMs)) return
    isAsking = true
    const goesOn = await mayGoOn().catch(() => undefined)
    isAsking = false
    if (goesOn === false) body.destroy(new Error('What gave the right to these bytes has ended'))
    if (goesOn) [epoch, askedAt] = [now, performance.now()]
  }
  const timer = setInterval(() => void look(), lookEveryMs).unref()
  body.once('close', () => {
    clearInterval(timer)
  })
}
