import type pg from 'pg'
import { besideRank, rankWeights } from '../fulltext.ts'
import type { ColumnRow } from './column-table.ts'
import { keyOfWords, type FoundWords, type WantedWords } from './word-sets.ts'

/** A row of the projection; without one, it is gone. */
export interface StoredRow {
  readonly resource: string
  readonly id: number
  readonly row: ColumnRow | undefined
}

/** Words of which each row that changed says whether it has them. */
interface KeptWords extends WantedWords {
  readonly resource: string
}

type Texts = (string | null)[]

/** Values as the texts that PostgreSQL sends: a million rows are parsed once, here. */
async function select(
  client: pg.Client,
  text: string,
  values?: readonly unknown[],
  name?: string,
): Promise<Texts[]> {
  const { rows } = await client.query<Texts>({
    text,
    values: [...(values ?? [])],
    ...(name ? { name } : {}),
    rowMode: 'array',
    types: { getTypeParser: () => (value: string) => value },
  })
  return rows
}

const rowsAtOnce = 1_000
/** More than this is loaded again sooner than it is caught up with. */
const maxChanges = 50_000
const columns = `s.status, s.owner_id, extract(epoch from s.valid_from) * 1000, extract(epoch from s.valid_until) * 1000, s.facets, s.xmin`

/** Begins the one pass: the snapshot that it reads, and how many rows there are. `loadedRows` ends it. */
export async function startLoading(
  client: pg.Client,
): Promise<{ snapshot: string; rowsByResource: Map<string, number> }> {
  await client.query('begin transaction isolation level repeatable read read only')
  const [[snapshot] = []] = await select(client, 'select pg_current_snapshot()::text')
  const counts = await select(client, 'select resource, count(*) from search group by resource')
  await client.query(`declare loading no scroll cursor for select s.resource, s.id, ${columns} from search s`)
  return {
    snapshot: snapshot ?? '',
    rowsByResource: new Map(counts.map(([resource, count]) => [resource ?? '', Number(count)])),
  }
}

/** All rows of the pass, some thousands at a time. */
export async function* loadedRows(client: pg.Client): AsyncGenerator<StoredRow[]> {
  for (;;) {
    const rows = await select(client, `fetch ${rowsAtOnce} from loading`)
    if (rows.length === 0) break
    yield rows.map(([resource, id, ...rest]) => ({
      resource: resource ?? '',
      id: Number(id),
      row: toRow(rest),
    }))
  }
  await client.query('commit')
  // What changed is little beside what is there, whatever the statistics say.
  await client.query(
    'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set plan_cache_mode = force_generic_plan',
  )
}

/**
 * The rows that differ between a snapshot and the present, and the snapshot that is the present. Not complete
 * where what changed in between was swept already, or is too much.
 * @source PostgreSQL 18, "Transaction ID and Snapshot Information Functions": xids below a snapshot's xmin
 * are all visible in it
 */
export async function selectChanges(
  client: pg.Client,
  since: string,
  kept: readonly KeptWords[],
): Promise<{ snapshot: string; isComplete: boolean; rows: StoredRow[] }> {
  const rows = await select(
    client,
    `
    select pg_current_snapshot()::text, (select min(xid) from search_change) < pg_snapshot_xmin($1::pg_snapshot), c.resource, c.id, s.id is not null, array(
        select k.place || case when k.weights is null then ''
          when s.words @@ k.query or k.beside is null then ':' || ts_rank(k.weights::real[], s.words, k.query)
          else ':' || (ts_rank(k.weights::real[], s.words, k.beside) * ${besideRank}::float8)::real end
        from unnest($2::text[], $3::tsquery[], $4::boolean[], $5::text[], $6::tsquery[], $7::tsquery[]) with ordinality k(resource, query, apart, weights, document, beside, place)
        where k.resource = s.resource and (
          (k.document is null or k.beside is not null) and s.words @@ k.query and (s.links_apart or not k.apart)
          or k.document is not null and exists (
            select from entity_file f join document_words d on d.sha256 = f.sha256 where f.resource = s.resource and f.id = s.id and case
              when k.beside is null then d.words @@ k.document
              else d.words @@ k.beside and (s.words || d.words) @@ k.document end))
      ), ${columns}
    from (select) one left join (
      select distinct resource, unnest(ids) id from search_change
      where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
      limit ${maxChanges + 1}
    ) c on true left join search s on s.resource = c.resource and s.id = c.id
  `,
    [
      since,
      kept.map(({ resource }) => resource),
      kept.map(({ words }) => words.query),
      kept.map(({ words }) => words.linksApart),
      kept.map(({ words, isRanked }) => (isRanked ? rankWeights(words.linksApart) : null)),
      kept.map(({ words: { documents } }) => documents?.query ?? null),
      kept.map(({ words: { documents } }) => (documents?.place === 'beside' ? documents.anyQuery : null)),
    ],
    'changes',
  )
  const [[snapshot, isComplete] = []] = rows
  const changed = rows
    .filter(([, , resource]) => resource !== null)
    .map(([, , resource, id, isThere, found, ...rest]) => ({
      resource: resource ?? '',
      id: Number(id),
      row: isThere === 't' ? { ...toRow(rest), words: toFoundWords(found ?? '{}', kept) } : undefined,
    }))
  return {
    snapshot: snapshot ?? '',
    isComplete: isComplete === 't' && rows.length <= maxChanges,
    rows: changed,
  }
}

/** The fields of facet values. */
export async function selectFieldsOf(
  client: pg.Client,
  values: readonly number[],
): Promise<Map<number, string>> {
  const rows = await select(client, 'select id, field from facet_value where id = any($1::int[])', [values])
  return new Map(rows.map(([id, field]) => [Number(id), field ?? '']))
}

function toRow([status, owner, from, until, facets, revision]: Texts): ColumnRow {
  return {
    numbers: {
      status: toNumber(status),
      owner_id: toNumber(owner),
      valid_from: toNumber(from),
      valid_until: toNumber(until),
    },
    facets: parseIntegers(facets ?? '{}'),
    revision: Number(revision),
  }
}

/** The numbers of an array's text, `{1,2,3}`; they are above 0. */
export function parseIntegers(text: string): number[] {
  const found: number[] = []
  let number = 0
  for (let at = 1; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48
    if (digit >= 0 && digit <= 9) {
      number = number * 10 + digit
      continue
    }
    if (number !== 0) found.push(number)
    number = 0
  }
  return found
}

/** Of an array's text, `{1,2:0.6}`: places among the kept words, from 1 on, with the ranks. */
function toFoundWords(text: string, kept: readonly KeptWords[]): FoundWords {
  const found = new Map<string, number>()
  for (const part of text.slice(1, -1).split(',')) {
    const [place, rank = '0'] = part.split(':')
    const words = kept[Number(place) - 1]?.words
    if (!words) continue
    const key = keyOfWords(words)
    found.set(key, Math.max(found.get(key) ?? 0, Number(rank)))
  }
  return found
}

const toNumber = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text)
