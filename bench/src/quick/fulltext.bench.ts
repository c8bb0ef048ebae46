import { calls, type CallInput, type Calls } from '@cartouche/contract'
import pg from 'pg'
import { findEntities } from '../../../server/src/model/entities/find-entities.ts'
import { findTree } from '../../../server/src/model/entities/trees/find-tree.ts'
import { findPage, type Search } from '../../../server/src/model/search/find.ts'
import { median } from '../figure.ts'
import { alternate, timed, type Contender } from './alternate.ts'
import type { QuickLibrary } from './quick-library.ts'
import { ratioOf, worstOf, type Goal, type QuickRow, type RatioRow } from './ratio-row.ts'
import type { SearchContext } from './search-context.ts'
import { hasSphinx, howToInstallSphinx, sphinxFacets, startSphinx, type Sphinx } from './sphinx.ts'

const runs = 15
/** Of ten million assets, plain SQL takes minutes for a group. */
const enoughMs = 60_000

/**
 * Full text with ten facets in several orders, groups of 20 × 20 and a tree with counts: each beside Sphinx
 * on the same rows, by its own query log, and beside plain SQL on a bare connection; the faster of both
 * counts. Without Sphinx the SQL alone stands there, and a row says what is missing.
 */
export async function benchFulltext(
  library: QuickLibrary,
  searching: SearchContext,
  { withSphinx = hasSphinx() } = {},
): Promise<QuickRow[]> {
  const bare = new pg.Client({ connectionString: library.databaseUrl })
  await bare.connect()
  const sphinx = withSphinx ? await startSphinx(library) : undefined
  const missing: QuickRow[] = sphinx
    ? []
    : [{ id: 'sphinx', what: 'the same beside Sphinx', missing: howToInstallSphinx }]
  try {
    const compareAndSay = async (one: Compared, goal: Goal): Promise<RatioRow> => {
      const row = await compare(one, bare, sphinx, goal)
      library.say(
        `${row.what}: ${median(row.ours).toFixed(0)} ms, ${ratioOf(row).toFixed(2)} × ${row.beside}`,
      )
      return row
    }
    const compareTexts = async (isNew: boolean): Promise<RatioRow[]> => {
      const rows: RatioRow[] = []
      for (const one of fulltexts(searching, isNew)) rows.push(await compareAndSay(one, { atMost: 0.5 }))
      return rows
    }
    const again = await compareTexts(false)
    const first = await compareTexts(true)
    const groups: RatioRow[] = []
    for (const one of groupings(searching)) groups.push(await compareAndSay(one, { atMost: 1 }))
    const tree = await compare(treeWithCounts(searching), bare, sphinx, { atMost: 1 })
    return [worstOf(again), worstOf(first), worstOf(groups), tree, ...missing].filter(
      (row) => row !== undefined,
    )
  } finally {
    await sphinx?.stop()
    await bare.end()
  }
}

interface Compared {
  readonly id: string
  readonly what: string
  readonly ours: () => Promise<unknown>
  /** Statements that are sent one after the other. */
  readonly sql: readonly string[]
  /** Undefined where Sphinx has no such statement. */
  readonly sphinx: string | undefined
}

async function compare(
  { id, what, ours, sql, sphinx: statements }: Compared,
  bare: pg.Client,
  sphinx: Sphinx | undefined,
  goal: Goal,
): Promise<RatioRow> {
  const plain = timed(async () => {
    for (const statement of sql) await bare.query(statement)
  })
  const bySphinx: Contender[] =
    sphinx && statements !== undefined ? [async () => (await sphinx.time(statements)).tookMs] : []
  const [mine = [], ...peers] = await alternate([timed(ours), plain, ...bySphinx], { runs, enoughMs })
  const names = ['plain SQL', 'Sphinx']
  const medians = peers.map((times) => median(times))
  const fastest = medians.indexOf(Math.min(...medians))
  const summary = medians.map((ms, at) => `${names[at]} ${ms.toFixed(0)} ms`).join(', ')
  return { id, what, ours: mine, beside: `the faster of ${summary}`, peer: peers[fastest] ?? [], goal }
}

const hits = "s.resource = 'asset' and s.words @@ 'harbour'::tsquery"

/**
 * Full text in three orders. `isNew`: words that nobody asked for before, each time others, whose rows the
 * server has to read; otherwise it knows them, as for the next facet, order or page of the same words.
 */
function fulltexts({ where, search }: SearchContext, isNew: boolean): Compared[] {
  const facets = sphinxFacets.map((facet) => ` FACET ${facet} LIMIT 0,1000`).join('')
  const orders = [
    { name: 'by id', orderby: undefined, sql: 's.id', sphinx: 'id ASC', option: 'ranker=none' },
    {
      name: 'newest first',
      orderby: 'createdat desc',
      sql: 's.created_at desc',
      sphinx: 'made DESC',
      option: 'ranker=none',
    },
    {
      name: 'by relevance',
      orderby: 'relevance',
      sql: "ts_rank(s.words, 'harbour'::tsquery) desc",
      sphinx: 'WEIGHT() DESC, id ASC',
      option: 'ranker=proximity_bm25',
    },
  ]
  let asked = 0
  // A second word that no asset has finds the same assets, and is another question.
  const find = (name: string): Search =>
    isNew
      ? { ...search({}, `harbour none${name.replaceAll(' ', '')}${asked++} `), fulltextMode: 'should' }
      : search({}, 'harbour ')
  return orders.map(({ name, orderby, sql, sphinx, option }) => ({
    id: isNew ? 'fulltext-first' : 'fulltext',
    what: `full text with 10 facets, one asset of 20, ${isNew ? 'asked for first' : 'asked for again'}, any order; furthest: ${name}`,
    ours: () => findPage(where, find(name), { orderby, max: 24, withFacets: true }),
    sql: [
      `select s.id from search s where ${hits} order by ${sql}, s.id limit 24`,
      `select value, count(*) from search s, unnest(s.facets || 0) value where ${hits} group by value`,
    ],
    sphinx: `SELECT id FROM asset WHERE MATCH('harbour') ORDER BY ${sphinx} LIMIT 24 OPTION ${option}${facets}`,
  }))
}

function groupings({ context }: SearchContext): Compared[] {
  return ['camera', 'keywords'].map((field) => {
    const input = calls.findEntities.input.parse({
      path: 'dam/data/asset',
      group: field,
      max: 20,
      groupMax: 20,
      orderby: 'name',
    }) as CallInput<Calls['findEntities']>
    return {
      id: 'groups',
      what: `groups of 20 × 20; furthest: by ${field}`,
      ours: () => findEntities(context, input),
      sql: [
        `with groups as (select value, count(*) from search s, unnest(s.facets) value where s.resource = 'asset'
          and value in (select id from facet_value where resource = 'asset' and field = '${field}') group by value order by value limit 20)
        select g.*, e.id, e.props from groups g, lateral (select s.id from search s where s.resource = 'asset' and s.facets && array[g.value]
          order by s.keys ->> 'name', s.id limit 20) p join entity e on e.resource = 'asset' and e.id = p.id`,
      ],
      // It groups by an attribute of several values, but has no best of each such group.
      sphinx:
        field === 'keywords'
          ? undefined
          : `SELECT id, GROUPBY() g, COUNT(*) FROM asset GROUP 20 BY ${field} WITHIN GROUP ORDER BY name_order ASC ORDER BY g ASC LIMIT 400`,
    }
  })
}

function treeWithCounts({ context }: SearchContext): Compared {
  const input = calls.findTree.input.parse({
    path: 'dam/data/assetkeyword/tree',
    id: 1001,
    withAggregates: true,
  }) as CallInput<Calls['findTree']>
  return {
    id: 'tree',
    what: 'a tree of 73 nodes with counts',
    ours: () => findTree(context, input),
    sql: [
      `with recursive below as (select 1001::bigint id, 0 depth union all
        select l.id, b.depth + 1 from below b join link l on l.resource = 'assetkeyword' and l.target_resource = 'assetkeyword' and l.target_id = b.id where b.depth < 2)
      select b.id, e.props, (select count(*) from link l where l.resource = 'asset' and l.field = 'keywords' and l.target_resource = 'assetkeyword' and l.target_id = b.id)
      from below b join entity e on e.resource = 'assetkeyword' and e.id = b.id`,
    ],
    sphinx: 'SELECT keywords, COUNT(*) FROM asset GROUP BY keywords LIMIT 1000 OPTION max_matches=1000',
  }
}
