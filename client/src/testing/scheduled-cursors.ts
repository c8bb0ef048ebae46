import type { EntityData, ListAnswer } from '@cartouche/contract/wire'
import fc from 'fast-check'
import { expect } from 'vitest'
import { createCursors } from '../cursors/cursors.ts'
import type { CursorSnapshot } from '../cursors/cursor.ts'
import { createEntities } from '../entities/entities.ts'
import { silentLog } from '../log.ts'
import { createSchemas } from '../schemas/schemas.ts'
import type { Transport } from '../transport/transport.ts'

const path = 'dam/data/asset'
const pageSize = 3
const total = 7

/** What a server answers for a full text: seven hits that are named after it, in pages of three. */
function answerFor(fulltext: string, after: string | undefined, state: string | undefined): ListAnswer {
  const start = Number(after ?? 0)
  const data = Array.from({ length: Math.min(pageSize, total - start) }, (_hit, index): EntityData => {
    const id = (fulltext.length + 1) * 100 + start + index
    return { id, $uuid: `${fulltext}-${start + index}`, $resource: 'asset', name: fulltext, $version: 1 }
  })
  const end = start + data.length
  return {
    resource: 'asset',
    name: 'asset',
    version: '1.0',
    apiversion: '2.4',
    headers: {},
    links: end < total ? { nextResultsToken: String(end) } : {},
    ...(state === undefined ? {} : { state }),
    response: { count: data.length, total, data },
  }
}

const command = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('fetch' as const, 'refresh' as const, 'next' as const, 'next' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('type' as const), text: fc.constantFrom('', 'a', 'ab', 'abc') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('turn' as const) }) },
)

/**
 * The store of cursors with its promises: answers come, or fail, in an order that the scheduler draws, time
 * passes whenever it likes. What is shown is always the beginning of what one query finds; every waiter is
 * settled; and in the end it shows what was asked last.
 */
export const scheduledCursorsProperty = fc.asyncProperty(
  fc.scheduler(),
  fc.array(command, { maxLength: 25, size: 'max' }),
  fc.infiniteStream(fc.integer({ min: 0, max: 9 })),
  async (scheduler, commands, dice) => {
    const call = async (
      definition: { readonly name: string },
      { fulltext = '', after, state }: { fulltext?: string; after?: string; state?: string },
      { signal }: { signal?: AbortSignal } = {},
    ): Promise<unknown> => {
      const failed = definition.name !== 'getSchema' && dice.next().value === 0
      await scheduler.schedule(Promise.resolve(), definition.name)
      signal?.throwIfAborted()
      if (failed) throw new TypeError('offline')
      return definition.name === 'getSchema'
        ? {
            resource: 'asset',
            name: 'Asset',
            create: true,
            $security: {},
            tree: false,
            importField: null,
            headers: {},
          }
        : answerFor(fulltext, after, state)
    }
    const transport = { call } as unknown as Pick<Transport, 'call'>
    const clock = {
      nowMs: () => 0,
      after: (_delayMs: number, run: () => void) => {
        let isOn = true
        void scheduler.schedule(Promise.resolve(), 'time').then(() => isOn && run())
        return () => {
          isOn = false
        }
      },
    }
    const cursors = createCursors({
      transport,
      schemas: createSchemas(transport),
      entities: createEntities({ transport, log: silentLog }),
      clock,
    })
    cursors.register({ name: 'x', path, max: pageSize })
    cursors.subscribe('x', () => check(cursors.get('x')))
    const waiting: Promise<unknown>[] = []
    for (const one of commands) {
      if (one.do === 'type') cursors.setFulltext('x', one.text)
      else if (one.do === 'turn') await scheduler.waitNext(Math.min(1, scheduler.count()))
      else waiting.push(cursors[one.do]('x').catch(() => undefined))
      check(cursors.get('x'))
    }
    await scheduler.waitIdle()
    await Promise.all(waiting)
    for (let tries = 0; tries < 20 && cursors.get('x').status !== 'loaded'; tries++) {
      const done = cursors.fetch('x').catch(() => undefined)
      await scheduler.waitIdle()
      await done
    }
    expect(cursors.get('x').data.map(({ name }) => name)).toEqual(
      cursors.get('x').keys.map(() => cursors.get('x').definition.fulltext),
    )
  },
)

function check({ data, keys, list, signature, lastSignature, status, hasNext }: CursorSnapshot): void {
  const [first] = data
  const holds =
    data.every(({ $uuid }, index) => $uuid === `${first?.name}-${index}`) &&
    keys.length === data.length &&
    list.length === data.length &&
    (status !== 'loaded' || (signature === lastSignature && hasNext === data.length < total))
  if (!holds) throw new Error(`a gap, or another query: ${data.map(({ $uuid }) => $uuid).join(' ')}`)
}
