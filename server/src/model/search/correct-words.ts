import { conditionSql } from './condition.ts'
import { editDistance } from './edit-distance.ts'
import { compileHitCondition, type Search } from './find.ts'
import { wordsOf } from '../../ground/fold-text.ts'
import { inTurn, type SearchIn } from './search-in.ts'
import { hasRows, selectSimilarWords } from './search.sql.ts'

/** Words that are looked at: beyond, nobody made slips but asked for something else. */
const maxWords = 8

/**
 * What was typed, with each word that nothing visible has in the place of the one that comes closest; empty
 * where no word needs it, or where one comes to nothing. Every word that comes back is of an entity in the
 * scope which has the words before it as well: no hidden name is revealed.
 * @source decision 0126
 */
export async function correctWords(where: SearchIn, search: Search): Promise<string[]> {
  return inTurn(where, search, () => correct(where, search))
}

async function correct(where: SearchIn, search: Search): Promise<string[]> {
  const typed = wordsOf(search.fulltext ?? '')
  if (typed.length === 0 || typed.length > maxWords) return []
  const corrected: string[] = []
  for (const word of typed) {
    // oxlint-disable-next-line no-await-in-loop -- each word depends on those before it
    const meant = await findMeant(where, search, corrected, word)
    if (meant === undefined) return []
    corrected.push(meant)
  }
  return corrected.join(' ') === typed.join(' ') ? [] : [corrected.join(' ')]
}

async function findMeant(
  where: SearchIn,
  search: Search,
  before: readonly string[],
  word: string,
): Promise<string | undefined> {
  const { resource } = search.scope
  const having = async (words: readonly string[]) =>
    conditionSql(
      await compileHitCondition(where, { ...search, fulltext: `${words.join(' ')} `, fulltextMode: 'must' }),
    )
  // It may stand inside documents, whose words are never suggested.
  if (await hasRows(where.database, resource, await having([...before, word]))) return word
  const most = maxSlips(word)
  const found = await selectSimilarWords(where.database, resource, word, await having(before))
  const ranked = found
    .map((one) => ({ ...one, slips: editDistance(word, one.word, most) }))
    .filter(({ slips }) => slips <= most)
    .toSorted((a, b) => a.slips - b.slips || b.hits - a.hits || a.word.localeCompare(b.word))
  for (const { word: one } of ranked) {
    // A row may have the word of something linked that the reader is not allowed to see: only what finds a
    // row for them is suggested.
    // oxlint-disable-next-line no-await-in-loop -- the first that does ends it
    if (await hasRows(where.database, resource, await having([...before, one]))) return one
  }
  return undefined
}

/** Slips that are believed: in a short word another letter makes another word. */
function maxSlips(word: string): number {
  if (word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}
