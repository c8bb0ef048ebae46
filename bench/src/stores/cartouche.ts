import { ApiError, type EntityData, type ListAnswer } from '../../../contract/src/wire.ts'
import { systemClock } from '../../../client/src/clock.ts'
import { createCursors } from '../../../client/src/cursors/cursors.ts'
import { createEntities } from '../../../client/src/entities/entities.ts'
import { entityKey } from '../../../client/src/entities/entity.ts'
import { createSchemas } from '../../../client/src/schemas/schemas.ts'
import type { Transport } from '../../../client/src/transport/transport.ts'
import type { Contender, Item, Library } from './contender.ts'

const path = 'dam/data/asset'
const toData = (item: Item): EntityData => ({
  ...item,
  $uuid: `00000000-0000-4000-8000-${String(item.id).padStart(12, '0')}`,
  $resource: 'asset',
  $version: 1,
})

/** What the server answers is not the work of a store: no peer makes one either. */
const refusal = new ApiError('version_conflict', { resource: 'asset', id: 1 })

/** The data layer of this project: its entity store and its cursors over a wire that answers at once. */
export const cartouche: Library = { name: 'Cartouche', create }

function create(): Contender {
  const pages: (readonly Item[])[] = []
  const answers = new Map<number, PromiseWithResolvers<unknown>>()
  const transport = {
    call: (call: { name: string }, parameters: { id?: number; state?: string }) =>
      answer(call.name, parameters),
  } as unknown as Pick<Transport, 'call'>
  const answer = (name: string, { id = 0, state }: { id?: number; state?: string }): Promise<unknown> => {
    if (name === 'getSchema')
      return Promise.resolve({
        resource: 'asset',
        name: 'Asset',
        create: true,
        $security: {},
        tree: false,
        headers: {},
      })
    if (name !== 'patchEntity') return Promise.resolve(listAnswer(pages.shift() ?? [], state))
    const awaited = Promise.withResolvers<unknown>()
    answers.set(id, awaited)
    return awaited.promise
  }
  const schemas = createSchemas(transport)
  const entities = createEntities({ transport, log: () => {} })
  const cursors = createCursors({ transport, schemas, entities, clock: systemClock })
  return {
    write: (items) => void entities.acceptList(items.map(toData), entities.mark()),
    update: (item) => void entities.acceptList([toData(item)], entities.mark()),
    read: (id) => (entities.get(entityKey(path, id)).data ?? undefined) as Item | undefined,
    subscribe: (id, listener) => entities.subscribe(entityKey(path, id), listener),
    settle: turn,
    async openList(items) {
      pages.push(items)
      cursors.register({ name: 'list', path })
      cursors.subscribe('list', () => {})
      await cursors.fetch('list')
    },
    append(items) {
      pages.push(items)
      return cursors.next('list')
    },
    listNames: () => [...cursors.get('list').data].map((item) => item.name ?? ''),
    async edit(edits, refused, saved) {
      const ends = edits.map(({ id, changes }) => entities.patch(path, id, changes))
      const ended = Promise.allSettled(ends)
      for (const [index, { id, changes }] of edits.entries()) {
        while (!answers.has(id)) await Promise.resolve()
        const awaited = answers.get(id)
        answers.delete(id)
        const before = saved.get(id)
        if (!before || refused(index)) awaited?.reject(refusal)
        else {
          const data = { ...before, ...changes }
          saved.set(id, data)
          awaited?.resolve({ resource: 'asset', response: { data: toData(data) } })
        }
      }
      await ended
    },
  }
}

function listAnswer(items: readonly Item[], state: string | undefined): ListAnswer {
  return {
    resource: 'asset',
    version: '1.0',
    apiversion: '2.4',
    ...(state === undefined ? {} : { state }),
    headers: {},
    links: { nextResultsToken: 'next' },
    response: { count: items.length, total: 100_000, data: items.map(toData) },
  }
}

const turn = (): Promise<void> =>
  new Promise((done) => {
    setImmediate(done)
  })
