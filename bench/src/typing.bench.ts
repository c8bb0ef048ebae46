import { strictEqual } from 'node:assert'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure } from './figure.ts'
import { cartouche } from './typing/cartouche.ts'
import { peers } from './typing/peers.ts'
import type { Ask, Searcher } from './typing/searcher.ts'

const letters = 50
const gapMs = 15
const [fastestMs, slowestMs] = [20, 200] as const
const runs = 3

/** What happened while somebody typed. */
interface Typed {
  /** That reached the server, with the first list. */
  readonly requests: number
  /** Results that were shown as the answer to a text that they do not answer. */
  readonly wrong: number
}

/**
 * 50 changes of a search, typed, on a server that answers out of order.
 */
export async function benchTyping(say: (line: string) => void): Promise<Figure[]> {
  const worst = new Map<string, Typed>()
  for (const searcher of [cartouche, ...peers]) {
    for (let run = 0; run < runs; run++) {
      const { requests, wrong } = await typeInto(searcher, run)
      const before = worst.get(searcher.name) ?? { requests: 0, wrong: 0 }
      worst.set(searcher.name, {
        requests: Math.max(before.requests, requests),
        wrong: Math.max(before.wrong, wrong),
      })
    }
  }
  const summary = [...worst]
    .map(([name, { requests, wrong }]) => `${name} ${requests} requests, ${wrong} wrong`)
    .join('; ')
  say(summary)
  const { requests = Number.POSITIVE_INFINITY, wrong = Number.POSITIVE_INFINITY } =
    worst.get(cartouche.name) ?? {}
  return [
    {
      what: `${letters} changes of a search typed at ${gapMs} ms: requests, with the first list`,
      value: requests,
      limit: 2,
      unit: '',
      wanted: 'at most',
      beside: summary,
    },
    { what: 'wrong results shown meanwhile', value: wrong, limit: 0, unit: '', wanted: 'at most' },
  ]
}

async function typeInto(searcher: Searcher, run: number): Promise<Typed> {
  let [requests, wrong, shown] = [0, 0, '']
  const ask: Ask = async (text) => {
    requests += 1
    // The same delays for everybody, not in order: every third answer is overtaken by those after it.
    await wait(fastestMs + ((requests * 67 + run * 31) % (slowestMs - fastestMs)))
    return { text, names: [`Hit of ${text}`] }
  }
  const box = await searcher.open(ask, (text, found) => {
    if (found.text !== text || found.names[0] !== `Hit of ${text}`) wrong += 1
    shown = found.text
  })
  const typed = Array.from(
    { length: letters },
    (_, index) =>
      'the harbour at night seen from the western breakwaters'.slice(0, index + 1).trimEnd() +
      (index % 2 === 0 ? '' : '.'),
  )
  for (const text of typed) {
    box.type(text)
    await wait(gapMs)
  }
  await wait(2 * slowestMs + 100)
  box.close()
  strictEqual(shown, typed.at(-1), `${searcher.name} shows another result than the one of the last letter`)
  return { requests, wrong }
}
