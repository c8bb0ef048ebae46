import { everything, type EntityData } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { readEntities } from '../../model/entities/read-entities.ts'
import { isLink, type Field, type Schema } from '../../model/schemas/schema.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { findPage } from '../../model/search/find.ts'
import { wordsOf } from '../../ground/fold-text.ts'
import { selectFacetTexts } from './phrases.sql.ts'
import { keysIn, nameKey, type VocabularyValue, type Vocabulary } from './vocabulary.ts'
import type { Token } from './token.ts'
import { searchIn } from '../../model/search/search-in.ts'

/** Hits of a vocabulary that are looked at for names, and texts of facets that are looked up. */
const maxHits = 200
const maxTexts = 20
const maxWords = 32

/**
 * The values of the library that a phrase may name: keywords, collections and other linked vocabularies that
 * the person may see, and texts of facets that stand on an asset that they may see.
 */
export async function findVocabulary(context: Context, tokens: readonly Token[]): Promise<Vocabulary> {
  const keys = keysIn(tokens)
  if (keys.size === 0) return new Map()
  const asset = await getSchemaOf(context, 'asset')
  const facets = [...asset.fields.values()].filter(({ isFacet, name }) => isFacet && name !== 'rootnature')
  const found = await Promise.all([
    ...facets.filter(isLink).map((field) => linkedValues(context, field, keys)),
    textValues(context, asset, facets, keys),
  ])
  const vocabulary = new Map<string, VocabularyValue[]>()
  for (const { key, value } of found.flat()) vocabulary.set(key, [...(vocabulary.get(key) ?? []), value])
  return vocabulary
}

interface Named {
  readonly key: string
  readonly value: VocabularyValue
}

async function linkedValues(
  context: Context,
  field: Field & { target: string },
  keys: ReadonlySet<string>,
): Promise<Named[]> {
  const scope = scopeOf(context.identity, field.target, 'view')
  if (scope.rows.kind === 'none') return []
  const schema = await getSchemaOf(context, field.target)
  // Any word with and without its plural: what is called exactly so is chosen below.
  const words = [...new Set([...keys].flatMap((key) => key.split(' ')))]
    .flatMap((word) => [word, `${word}s`])
    .slice(0, maxWords)
  const { ids } = await findPage(
    await searchIn(context),
    { scope, query: everything, fulltext: `${words.join(' ')} `, fulltextMode: 'should' },
    { max: maxHits, orderby: 'relevance' },
  )
  const entities = await readEntities(context, schema, ids, { props: namesOf(schema), i18n: false })
  return entities.flatMap((entity) =>
    namesOf(schema).flatMap((name): Named[] => {
      const key = nameKey(wordsOf(textOf(entity, name)))
      return keys.has(key)
        ? [
            {
              key,
              value: {
                field: field.name,
                name: textOf(
                  entity,
                  context.locale === 'fr' && textOf(entity, 'name_fr') !== '' ? 'name_fr' : 'name',
                ),
                id: entity.id,
                isTree: schema.treeField !== null,
              },
            },
          ]
        : []
    }),
  )
}

function namesOf(schema: Schema): string[] {
  return ['name', 'name_fr'].filter((name) => schema.fields.has(name))
}

function textOf(entity: EntityData, name: string): string {
  const text = entity[name]
  return typeof text === 'string' ? text : ''
}

async function textValues(
  context: Context,
  asset: Schema,
  facets: readonly Field[],
  keys: ReadonlySet<string>,
): Promise<Named[]> {
  const fields = facets.filter((field) => !isLink(field)).map(({ name }) => name)
  const texts = await selectFacetTexts(context.database, asset.resource, fields, [...keys], maxTexts)
  const scope = scopeOf(context.identity, asset.resource, 'view')
  const where = await searchIn(context)
  const seen = await Promise.all(
    texts.map(
      async ({ field, key }) =>
        (
          await findPage(
            where,
            { scope, query: { kind: 'compare', field, operator: 'eq', values: [key] } },
            { max: 1 },
          )
        ).ids.length > 0,
    ),
  )
  return texts
    .filter((_text, index) => seen[index])
    .map(({ field, key }) => ({ key: nameKey(wordsOf(key)), value: { field, name: key } }))
}
