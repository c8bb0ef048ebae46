import { isMarkField } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { isSystemField } from '../../model/schemas/schema.ts'
import { searchIn } from '../../model/search/search-in.ts'
import { whichFind } from '../../model/search/which-find.ts'
import { askedOfAssets } from '../saved-searches/saved-search-content.ts'
import { compileSavedSearchAccess } from '../saved-searches/saved-search-viewer.ts'
import { maxShown, selectKeptSearches, type Counted } from './asset-uses.sql.ts'

/** Saved searches that find any of some assets, as the caller would find them. @source decision 0271 */
export async function findSavedSearches(
  context: Context,
  ids: readonly number[],
): Promise<Counted<{ id: number; name: string }>> {
  const { database, identity } = context
  const { fields } = await getSchemaOf(context, 'asset')
  const hasField = (name: string): boolean =>
    isSystemField(name) || isMarkField(name) || fields.has(name.split('.')[0] ?? '')
  const scope = scopeOf(identity, 'asset', 'view')
  const searches = (await selectKeptSearches(database, compileSavedSearchAccess(identity, 'view'))).flatMap(
    ({ data, ...search }) => {
      const asked = askedOfAssets(data, hasField)
      return asked ? [{ ...search, asked: { scope, ...asked } }] : []
    },
  )
  const finds = await whichFind(
    await searchIn(context),
    searches.map(({ asked }) => asked),
    { resource: 'asset', ids },
  )
  const found = searches.filter((_search, at) => finds[at])
  return {
    count: found.length,
    shown: found
      .filter(({ seen }) => seen)
      .slice(0, maxShown)
      .map(({ id, name }) => ({ id, name })),
  }
}
