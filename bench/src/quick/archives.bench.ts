import { sql } from 'kysely'
import pg from 'pg'
import { prepareArchive } from '../prepare-archive.ts'
import { seedHugeCart } from '../seed-carts.ts'
import { alternate, alternatePair, timed } from './alternate.ts'
import { untilInMemory } from './entities.bench.ts'
import type { QuickLibrary } from './quick-library.ts'
import type { QuickRow } from './ratio-row.ts'

const items = 10_000
const huge = 100_000
const runs = 10
/** Each first archive is of other assets: what a server knows of assets counts for all archives. */
const firstRuns = 1

/**
 * Archives of a cart right after a change, beside the same cart while nothing changes, and the first archive
 * of 100,000 items since the start, beside reading what it is made of.
 */
export async function benchArchives(library: QuickLibrary): Promise<QuickRow[]> {
  const first = await timeFirst(library)
  const cart = await seedHugeCart(library, items)
  const ready = (): Promise<string> => prepareArchive(library, cart)
  const taken = await alternatePair(
    timed(ready, { before: (run) => takeOut(library, cart, run) }),
    timed(ready),
    { runs },
  )
  const edited = await alternatePair(timed(ready, { before: (run) => edit(library, run) }), timed(ready), {
    runs,
  })
  const beside = 'the same while nothing changes'
  return [
    {
      id: 'archive-item-out',
      what: 'archive of 10,000 right after an item was taken out',
      ...taken,
      beside,
      goal: { atMost: 2 },
    },
    {
      id: 'archive-edited',
      what: 'archive of 10,000 right after an asset in it was edited',
      ...edited,
      beside,
      goal: { atMost: 2 },
    },
    first,
  ]
}

async function timeFirst(library: QuickLibrary): Promise<QuickRow> {
  const bare = new pg.Client({ connectionString: library.databaseUrl })
  await bare.connect()
  try {
    const cart = await seedHugeCart(library, huge)
    const [ours = [], peer = []] = await alternate(
      [
        timed(() => prepareArchive(library, cart), {
          // Another revision of each asset: what the server knows of them is of no use any more.
          before: () => touchAll(library, cart),
        }),
        timed(() =>
          bare.query(
            `select ci.entity_id, e.props, e.created_at, f.file_name, f.facts, b.sha256, b.size_bytes, b.crc32
              from cart_item ci join entity e on e.resource = ci.resource and e.id = ci.entity_id
              join entity_file f on f.resource = e.resource and f.id = e.id join blob b on b.sha256 = f.sha256
              where ci.cart_id = $1 order by ci.position`,
            [cart],
          ),
        ),
      ],
      { runs: firstRuns, warmUp: 0 },
    )
    return {
      id: 'archive-first',
      what: 'first archive of 100,000',
      ours,
      beside: 'reading its 100,000 rows, bare',
      peer,
      goal: { atMost: 2 },
    }
  } finally {
    await bare.end()
  }
}

/** More changes at once than this are loaded again in place of caught up with. */
const touchedAtOnce = 25_000

async function touchAll(library: QuickLibrary, cart: number): Promise<void> {
  for (let first = 0; first < huge; first += touchedAtOnce) {
    await sql`update search set modified_at = modified_at where resource = 'asset' and id in (
      select entity_id from cart_item where cart_id = ${cart} order by position limit ${touchedAtOnce} offset ${first})`.execute(
      library.database,
    )
    await untilInMemory(library)
  }
}

function takeOut(library: QuickLibrary, cart: number, run: number): Promise<void> {
  const asset = [100_001 + run * 7]
  return changed(library.call('DELETE', `/wedia/cart/removeCartItems/${cart}`, { items: { asset } }))
}

function edit(library: QuickLibrary, run: number): Promise<void> {
  const description = `Edited ${run}`
  return changed(library.call('PATCH', `/rest/dam/data/asset/${100_002 + run * 7}`, { description }))
}

/** A change that was not made would be measured as one. */
async function changed(answer: Promise<Response>): Promise<void> {
  const { ok, status } = await answer
  if (!ok) throw new Error(`A change was refused: ${status}`)
}
