import { everything, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { readAtStandby } from '../../ground/database/standby.ts'
import { compileHits } from '../../model/search/find.ts'
import { inTurn, searchIn } from '../../model/search/search-in.ts'
import { selectUnused } from './unused.sql.ts'

/**
 * The assets that the caller may see, were there all the time and were used by nobody, the largest first.
 * @throws searches_waiting
 * @source decision 0176
 */
export async function listUnusedAssets(
  context: Context,
  { nbrDays, max }: CallInput<Calls['listUnusedAssets']>,
): Promise<CallAnswer<Calls['listUnusedAssets']>> {
  const where = await searchIn(context)
  const search = { scope: scopeOf(context.identity, 'asset', 'view'), query: everything }
  const hits = await compileHits(where, search, undefined)
  return inTurn(where, search, () =>
    readAtStandby(context, (database) => selectUnused(database, hits, { days: nbrDays, max })),
  )
}
