import type { Transport } from '../transport/transport.ts'
import { createCursors } from '../cursors/cursors.ts'
import { createEntities } from '../entities/entities.ts'
import { silentLog } from '../log.ts'
import { createSchemas } from '../schemas/schemas.ts'
import { systemClock } from '../clock.ts'

/**
 * Opens and closes ten thousand cursors, each with a name of its own, watched, typed into, paged and read;
 * prints the bytes of the heap after every thousand. Run with --expose-gc.
 */
const entity = (id: number) => ({
  id,
  $uuid: `uuid-${id}`,
  $resource: 'asset',
  $version: 1,
  name: `Asset ${id}`,
  keywords: [{ id: 1, name: 'one' }],
})
const page = (state: string | undefined, after: string | undefined) => ({
  resource: 'asset',
  name: 'asset',
  version: '1',
  apiversion: '1',
  headers: {},
  state,
  links: after === undefined ? { nextResultsToken: '24' } : {},
  response: {
    count: 24,
    total: 48,
    data: Array.from({ length: 24 }, (_hit, index) => entity(Number(after ?? 0) + index)),
  },
})
const call = async (
  definition: { readonly name: string },
  { state, after }: { readonly state?: string; readonly after?: string },
): Promise<unknown> => {
  await Promise.resolve()
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
    : page(state, after)
}
const transport = { call } as unknown as Pick<Transport, 'call'>
const cursors = createCursors({
  transport,
  schemas: createSchemas(transport),
  entities: createEntities({ transport, log: silentLog }),
  clock: systemClock,
})
const heaps: number[] = []
for (let opened = 0; opened < 10_000; opened++) {
  const name = `cursor ${opened}`
  cursors.register({ name, path: 'dam/data/asset' })
  const stops = [cursors.watch(name), cursors.subscribe(name, () => undefined)]
  await cursors.fetch(name)
  await cursors.next(name)
  cursors.constrain(name, 'keywords', { field: 'name', operator: 'sw', values: [name] })
  await cursors.fetch(name)
  if (cursors.get(name).data.length !== 24) throw new Error(`${name} shows ${cursors.get(name).data.length}`)
  for (const stop of stops) stop()
  cursors.unregister(name)
  if (cursors.get(name).status !== 'unknown') throw new Error(`${name} is still there`)
  if (opened % 1000 === 999) {
    // Timers of what was watched end with it.
    await new Promise((resolve) => {
      setTimeout(resolve, 60)
    })
    globalThis.gc?.()
    heaps.push(process.memoryUsage().heapUsed)
  }
}
process.stdout.write(JSON.stringify(heaps))
