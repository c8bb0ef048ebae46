import type { ListAnswer } from '../../../contract/src/wire.ts'
import { systemClock } from '../../../client/src/clock.ts'
import { createCursors } from '../../../client/src/cursors/cursors.ts'
import { createEntities } from '../../../client/src/entities/entities.ts'
import { createSchemas } from '../../../client/src/schemas/schemas.ts'
import type { CallOptions, Transport } from '../../../client/src/transport/transport.ts'
import type { Ask, Found, Searcher } from './searcher.ts'

type Parameters = { readonly fulltext?: string; readonly state?: string }

/** A watched cursor whose full text is set with each letter. */
export const cartouche: Searcher = {
  name: 'Cartouche',
  async open(ask, show) {
    const transport = {
      call: (call: { name: string }, parameters: Parameters, options?: CallOptions) =>
        answer(ask, call.name, parameters, options),
    } as unknown as Pick<Transport, 'call'>
    const cursors = createCursors({
      transport,
      schemas: createSchemas(transport),
      entities: createEntities({ transport, log: () => {} }),
      clock: systemClock,
    })
    cursors.register({ name: 'search', path: 'dam/data/asset' })
    await cursors.fetch('search')
    cursors.subscribe('search', () => {
      const { status, definition, data } = cursors.get('search')
      if (status === 'loaded')
        show(definition.fulltext, {
          text: data[0]?.['text'] as string,
          names: data.map(({ name = '' }) => name),
        })
    })
    const stop = cursors.watch('search')
    return {
      type: (text) => cursors.setFulltext('search', text),
      close() {
        stop()
        cursors.clear()
      },
    }
  },
}

async function answer(
  ask: Ask,
  name: string,
  parameters: Parameters,
  options?: CallOptions,
): Promise<unknown> {
  if (name === 'getSchema')
    return { resource: 'asset', name: 'Asset', create: true, $security: {}, tree: false, headers: {} }
  return toList(await ask(parameters.fulltext ?? '', options?.signal), parameters.state)
}

let last = 0

/** Entities of their own for each answer: what one says is not mixed with another. */
function toList({ text, names }: Found, state: string | undefined): ListAnswer {
  const data = names.map((name) => {
    const id = ++last
    return {
      id,
      $uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
      $resource: 'asset',
      name,
      text,
    }
  })
  return {
    resource: 'asset',
    version: '1.0',
    apiversion: '2.4',
    ...(state === undefined ? {} : { state }),
    headers: {},
    links: {},
    response: { count: data.length, total: data.length, data },
  }
}
