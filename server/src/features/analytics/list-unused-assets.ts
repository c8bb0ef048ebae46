import { everything, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { compileHits } from '../../model/search/find.ts'
import { searchIn } from '../../model/search/search-in.ts'
import { selectUnused } from './unused.sql.ts'

/**
 * The assets that the caller may see, were there all the time and were used by nobody, the largest first.
 * @source decision 0176
 */
export async function listUnusedAssets(
  context: Context,
  { nbrDays, max }: CallInput<Calls['listUnusedAssets']>,
): Promise<CallAnswer<Calls['listUnusedAssets']>> {
  const hits = await compileHits(
    await searchIn(context),
    { scope: scopeOf(context.identity, 'asset', 'view'), query: everything },
    undefined,
  )
  return selectUnused(context.database, hits, { days: nbrDays, max })
}
