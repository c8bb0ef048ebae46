import {
  ApiError,
  maxSynonyms,
  type CallAnswer,
  type CallInput,
  type Calls,
  type Synonym,
} from '@cartouche/contract'
import { recordAudit } from '../../access/audit/record-audit.ts'
import type { Context } from '../../access/context.ts'
import type { Routes } from '../../access/handler.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { wordsOf } from '../../ground/fold-text.ts'
import {
  deleteSynonymRow,
  holdSynonyms,
  insertSynonym,
  selectSynonyms,
  updateSynonymRow,
} from './synonyms.sql.ts'

/** Words that mean the same in a search, for whoever runs the library. */
export const synonymRoutes: Routes<'listSynonyms' | 'createSynonym' | 'updateSynonym' | 'deleteSynonym'> = {
  listSynonyms: ({ database }) => selectSynonyms(database),
  createSynonym,
  updateSynonym,
  deleteSynonym,
}

/** @throws invalid_parameter, synonyms_full */
async function createSynonym(
  context: Context,
  input: CallInput<Calls['createSynonym']>,
): Promise<CallAnswer<Calls['createSynonym']>> {
  const wanted = requireUseful(input)
  const made = await withTransaction(context.database, async (transaction) => {
    await holdSynonyms(transaction)
    if ((await selectSynonyms(transaction)).length >= maxSynonyms)
      throw new ApiError('synonyms_full', { max: maxSynonyms })
    const synonym = await insertSynonym(transaction, wanted)
    await recordAudit(context, transaction, {
      kind: 'synonym.created',
      target: targetOf(synonym),
      after: wanted,
    })
    return synonym
  })
  context.synonyms.forget()
  return made
}

/** @throws invalid_parameter, synonym_not_found */
async function updateSynonym(
  context: Context,
  { id, ...input }: CallInput<Calls['updateSynonym']>,
): Promise<CallAnswer<Calls['updateSynonym']>> {
  const wanted = requireUseful(input)
  const changed = await withTransaction(context.database, async (transaction) => {
    await holdSynonyms(transaction)
    const { from, words } = find(await selectSynonyms(transaction), id)
    const synonym = find([await updateSynonymRow(transaction, id, wanted)], id)
    await recordAudit(context, transaction, {
      kind: 'synonym.updated',
      target: targetOf(synonym),
      before: { from, words },
      after: wanted,
    })
    return synonym
  })
  context.synonyms.forget()
  return changed
}

/** @throws synonym_not_found */
async function deleteSynonym(
  context: Context,
  { id }: CallInput<Calls['deleteSynonym']>,
): Promise<CallAnswer<Calls['deleteSynonym']>> {
  await withTransaction(context.database, async (transaction) => {
    await holdSynonyms(transaction)
    const synonym = find(await selectSynonyms(transaction), id)
    const { from, words } = synonym
    await deleteSynonymRow(transaction, id)
    await recordAudit(context, transaction, {
      kind: 'synonym.deleted',
      target: targetOf(synonym),
      before: { from, words },
    })
  })
  context.synonyms.forget()
  return { deleted: true }
}

/**
 * Words that are the same to a search are one; what is left must lead somewhere. @throws invalid_parameter
 */
function requireUseful({ from, words }: Pick<Synonym, 'from' | 'words'>): Pick<Synonym, 'from' | 'words'> {
  const folded = (text: string): string => wordsOf(text).join(' ')
  const once = (list: readonly string[]): string[] =>
    list.filter((text, at) => list.findIndex((other) => folded(other) === folded(text)) === at)
  const wanted = { from: once(from), words: once(words) }
  if (wanted.from.length === 0 && wanted.words.length < 2)
    throw new ApiError('invalid_parameter', {
      parameter: 'words',
      reason: 'two words are expected that differ',
    })
  return wanted
}

function find(synonyms: readonly (Synonym | undefined)[], id: number): Synonym {
  const found = synonyms.find((synonym) => synonym?.id === id)
  if (!found) throw new ApiError('synonym_not_found')
  return found
}

const targetOf = ({ id, from, words }: Synonym) => ({
  resource: 'synonym',
  id,
  name: [...from, ...words].join(', '),
})
