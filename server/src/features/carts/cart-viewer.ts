import type { RawBuilder, SqlBool } from 'kysely'
import { scopeOf, type Scope } from '../../access/decide.ts'
import type { Identity } from '../../access/identity.ts'
import type { Services } from '../../ground/services.ts'
import { getSchemaOf, listSchemas, type WithSchemas } from '../../model/schemas/schema-registry.ts'
import { compileFulltext, type TypedText } from '../../model/search/compile-fulltext.ts'
import { scopeCondition } from '../../model/search/compile-scope.ts'
import { allOf, type Condition as RowCondition } from '../../model/search/condition.ts'
import { compileCartAccess, isOwner } from './cart-scope.ts'

type Condition = RawBuilder<SqlBool>

/** What carts hold. @source portal §1: carts of assets */
export const itemResource = 'asset'

/** What someone may do with a cart. */
const cartActions = ['view', 'update', 'delete', 'share', 'download', 'people'] as const
type CartAction = (typeof cartActions)[number]

/**
 * What someone sees of carts, as conditions: on `cart c` for each action, and on rows of the projection for
 * the items.
 */
export interface CartViewer {
  readonly may: Readonly<Record<CartAction, Condition>>
  readonly isOwner: Condition
  /** Whether collaborators are named: never to visitors. */
  readonly seesPeople: boolean
  readonly items: RowCondition
}

/** Words that items must hold: all of them, or any. @source portal §5 fulltextMode */
export interface ItemWords {
  readonly fulltext?: string | undefined
  readonly fulltextMode?: 'should' | 'must' | undefined
}

/** What an identity sees of carts; of the items those alone that match the words, where there are some. */
export async function cartViewerOf(
  services: WithSchemas & Pick<Services, 'synonyms'>,
  identity: Identity,
  { fulltext, fulltextMode }: ItemWords = {},
): Promise<CartViewer> {
  const scope = scopeOf(identity, itemResource, 'view')
  const visible = await itemCondition(services, scope)
  const may = Object.fromEntries(
    cartActions.map((action) => [action, compileCartAccess(identity, action)]),
  ) as Record<CartAction, Condition>
  const words =
    fulltext === undefined
      ? undefined
      : await wordsCondition(services, scope, { typed: fulltext, mode: fulltextMode })
  const items = words === undefined ? visible : allOf(visible, words)
  return { may, isOwner: isOwner(identity), seesPeople: identity.kind !== 'visitor', items }
}

async function wordsCondition(
  services: WithSchemas & Pick<Services, 'synonyms'>,
  { reader }: Scope,
  text: TypedText,
): Promise<RowCondition | undefined> {
  const where = {
    database: services.database,
    schemas: await listSchemas(services),
    synonyms: services.synonyms,
  }
  return (await compileFulltext(where, await getSchemaOf(services, itemResource), reader, text))?.condition
}

/** The condition under which the row of an item lies in a scope. */
export async function itemCondition(services: WithSchemas, scope: Scope): Promise<RowCondition> {
  return scopeCondition({ database: services.database, schemas: await listSchemas(services) }, scope)
}
