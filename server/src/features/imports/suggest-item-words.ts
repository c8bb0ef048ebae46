import type { RawBuilder, SqlBool } from 'kysely'
import type { Context } from '../../access/context.ts'
import type { Schema } from '../../model/schemas/schema.ts'
import { foldText } from '../../ground/fold-text.ts'
import { compileItemSearch, type ItemSearchInput } from './item-search.ts'
import { selectItemWords } from './item-search.sql.ts'

/** @source data-layer §9: words max 6 */
const defaultWords = 6
const maxWords = 60

/**
 * Words that complete the last word of a full text, of the items that match the words before it: of their
 * names and of the texts that they propose.
 * @throws query_syntax, unknown_field, too_many_ids
 * @source data-layer §5, §7 Mass import: suggest
 */
export async function suggestItemWords(
  context: Context,
  schema: Schema,
  within: RawBuilder<SqlBool>,
  input: ItemSearchInput & { readonly max?: number | undefined },
): Promise<string[]> {
  const [, before = '', prefix = ''] =
    /^(.*?)([\p{L}\p{N}]{0,100})$/su.exec(foldText(input.fulltext ?? '').toWellFormed()) ?? []
  if (prefix === '') return []
  const { matching } = await compileItemSearch(context, schema, within, { ...input, fulltext: `${before} ` })
  return selectItemWords(context.database, matching, prefix, Math.min(input.max ?? defaultWords, maxWords))
}
