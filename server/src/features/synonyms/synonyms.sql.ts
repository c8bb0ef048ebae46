import type { Synonym } from '@cartouche/contract'
import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

type Words = Pick<Synonym, 'from' | 'words'>
const columns = sql`id, sources "from", words, to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') "changedAt"`

/** All synonyms, the latest changed first. */
export async function selectSynonyms(database: Database): Promise<Synonym[]> {
  const { rows } =
    await sql<Synonym>`select ${columns} from synonym order by changed_at desc, id desc`.execute(database)
  return rows
}

/** Holds the list until the transaction ends, so that its length stays what was counted. */
export async function holdSynonyms(transaction: Database): Promise<void> {
  await sql`lock table synonym in share row exclusive mode`.execute(transaction)
}

export async function insertSynonym(database: Database, { from, words }: Words): Promise<Synonym> {
  const { rows } = await sql<Synonym>`
    insert into synonym (sources, words) values (${from}, ${words}) returning ${columns}`.execute(database)
  const [row] = rows
  if (!row) throw new Error('The new synonym was not kept')
  return row
}

/** Undefined where there is none of this number. */
export async function updateSynonymRow(
  database: Database,
  id: number,
  { from, words }: Words,
): Promise<Synonym | undefined> {
  const { rows } = await sql<Synonym>`
    update synonym set sources = ${from}, words = ${words}, changed_at = now() where id = ${id} returning ${columns}`.execute(
    database,
  )
  return rows[0]
}

export async function deleteSynonymRow(database: Database, id: number): Promise<void> {
  await sql`delete from synonym where id = ${id}`.execute(database)
}
