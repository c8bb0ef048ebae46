import { and, ApiError, everything, nothing, or, type Query, type QueryValue } from '@cartouche/contract'
import { publishedToday } from './built-in-roles.ts'
import {
  isWatermarked,
  type EmbedReader,
  type Grant,
  type Identity,
  type PageReader,
  type SignedIn,
  type Visitor,
} from './identity.ts'

declare const decided: unique symbol

/**
 * The rows of a resource on which an identity may take an action. Only the kernel makes one, and every
 * statement that reads entities asks for one: a list without its row rule does not compile.
 */
export interface Scope {
  readonly [decided]: true
  readonly resource: string
  readonly rows: Query
  /** Only entities that this cart holds; for visitors. */
  readonly cartId: number | null
  /** The caller: what they may see of what these rows link to. */
  readonly reader: Reader
}

/** Whoever reads rows, as far as it decides which linked entities they see. */
export interface Reader {
  /** Who it is, for what each has a share of: `user 12`, `share abc`. */
  readonly key: string
  /** Their own id as a user: they may know what is their own. */
  readonly userId: number | null
  /** A user or an application: who may see marks that all share. */
  readonly isSignedIn: boolean
  /** What they may see of a resource. */
  readonly sees: (resource: string) => Scope
  /** Of what of a resource they may read the document. */
  readonly reads: (resource: string) => Scope
}

/**
 * Whether a scope hides no linked entity of its resource from whoever reads rows that they may see. To a
 * visitor the vocabularies are those of the items that they see, so that the links of such an item hide
 * nothing.
 */
export function seesAll({ rows, cartId, resource }: Scope): boolean {
  return rows.kind === 'all' && (cartId === null || resource !== 'asset')
}

/**
 * Decides for every route: on which rows of the resource may this identity take this action?
 * `rows` is `none` where it may not at all.
 * @source DESIGN "One authorisation kernel"
 */
export function scopeOf(identity: Identity, resource: string, action: string, now: Date = new Date()): Scope {
  const reader: Reader = {
    key: identityKey(identity),
    userId: identity.kind === 'user' ? identity.id : null,
    isSignedIn: identity.kind === 'user' || identity.kind === 'application',
    sees: (linked) => scopeOf(identity, linked, 'view', now),
    reads: (linked) =>
      readsDocuments(identity) ? scopeOf(identity, linked, 'download', now) : scope(linked, nothing, reader),
  }
  if (identity.kind === 'anonymous') return scope(resource, nothing, reader)
  if (identity.kind === 'visitor') {
    return scope(resource, visitorRows(identity, resource, action, now), reader, identity.cartId)
  }
  if (identity.kind === 'embed') return scope(resource, embeddedRows(identity, resource, action, now), reader)
  if (identity.kind === 'page') return scope(resource, rowsOfPage(identity, resource, action, now), reader)
  return scope(resource, rowsOf(identity, resource, action, now), reader)
}

/**
 * Whether an identity reads documents, and finds the words inside them, where it may take the original.
 * There is no version with watermarks, and embeds and published pages show pictures of documents alone.
 * @source decisions 0213 and 0252
 */
function readsDocuments(identity: Identity): boolean {
  return identity.kind !== 'embed' && identity.kind !== 'page' && !isWatermarked(identity)
}

/** Whether an identity may take this action on some row of the resource. */
export function may(identity: Identity, resource: string, action: string): boolean {
  return scopeOf(identity, resource, action).rows.kind !== 'none'
}

/**
 * Refuses an identity that may take this action on no row at all.
 * @throws sign_in_needed, session_gone, access_denied
 */
export function requireAction(identity: Identity, resource: string, action: string): Scope {
  const decision = scopeOf(identity, resource, action)
  if (decision.rows.kind !== 'none') return decision
  throw refusal(identity)
}

/**
 * The person whose own rows are meant, such as preferences: nobody else's, whatever their role grants. An
 * application is no person.
 * @throws sign_in_needed, session_gone, access_denied
 */
export function requirePerson(identity: Identity): SignedIn {
  if (identity.kind !== 'user') throw refusal(identity)
  return identity
}

/**
 * The user or application of a request.
 * @throws sign_in_needed, session_gone; access_denied for the visitor of a share
 */
export function requireSignedIn(identity: Identity): SignedIn {
  if (identity.kind === 'user' || identity.kind === 'application') return identity
  throw refusal(identity)
}

/** The error for an identity that may not: an anonymous caller is asked to sign in, the others are denied. */
export function refusal(identity: Identity): ApiError {
  if (identity.kind !== 'anonymous') return new ApiError('access_denied')
  return new ApiError(identity.sessionGone ? 'session_gone' : 'sign_in_needed')
}

/**
 * A rule taken apart: the rows of the whole and, for `and`, `or` and `not`, of each part in order. `query` is
 * as it was granted.
 */
export interface ParsedRule {
  readonly query: Query
  readonly scope: Scope
  readonly parts: readonly ParsedRule[]
}

/**
 * A decision with what it was made from. `rule` is there for each grant that is about this resource and
 * action.
 */
export interface Consideration {
  readonly action: string
  readonly scope: Scope
  readonly grants: readonly { readonly grant: Grant; readonly rule: ParsedRule | undefined }[]
}

/** The actions that taking an action on an entity needs: to see it, and the action itself. */
export function neededActions(action: string): readonly string[] {
  return action === 'view' ? ['view'] : ['view', action]
}

/**
 * The decision of `scopeOf` for an account, with every grant that was looked at; the grants in the order of
 * the role.
 * @source decision 0068: whoever decides says why
 */
export function considerGrants(
  account: Omit<SignedIn, 'session'>,
  resource: string,
  action: string,
  now: Date = new Date(),
): Consideration {
  const reader: Reader = {
    key: `${account.kind} ${account.id}`,
    userId: account.kind === 'user' ? account.id : null,
    isSignedIn: true,
    sees: (linked) => scope(linked, rowsOf(account, linked, 'view', now), reader),
    reads: (linked) =>
      scope(linked, account.role.watermark ? nothing : rowsOf(account, linked, 'download', now), reader),
  }
  const bound = (query: Query): Scope =>
    scope(resource, bind(query, { $me: account.id, $now: now.toISOString() }), reader)
  const parseRule = (query: Query): ParsedRule => ({
    query,
    scope: bound(query),
    parts: partsOf(query).map(parseRule),
  })
  return {
    action,
    scope: scope(resource, rowsOf(account, resource, action, now), reader),
    grants: account.role.grants.map((grant) => ({
      grant,
      rule: covers(grant, resource, action) ? parseRule(grant.rows ?? everything) : undefined,
    })),
  }
}

function partsOf(query: Query): readonly Query[] {
  return query.kind === 'and' || query.kind === 'or' ? query.parts : query.kind === 'not' ? [query.part] : []
}

/** A text that is equal for scopes that differ in the present instant alone; for signatures and memories. */
export function timelessKey({ resource, rows, cartId }: Scope): string {
  return JSON.stringify({ resource, rows, cartId }).replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"$now"')
}

/** A text that is another for each who asks; for caches. */
export function identityKey(identity: Identity): string {
  if (identity.kind === 'embed') return `embed ${identity.embedId}`
  if (identity.kind === 'page') return `page ${identity.pageId}`
  return identity.kind === 'visitor'
    ? `share ${identity.shareId}`
    : identity.kind === 'anonymous'
      ? 'anonymous'
      : `${identity.kind} ${identity.id}`
}

function scope(resource: string, rows: Query, reader: Reader, cartId: number | null = null): Scope {
  return { resource, rows, cartId, reader } as Scope
}

/**
 * The shared cart, its assets, and what their records name; the sharer's imports and colleagues are none of a
 * visitor's business.
 */
const shared: ReadonlySet<string> = new Set([
  'cart',
  'asset',
  'assetnature',
  'assetkeyword',
  'assetcollection',
])

/**
 * `commentInShare` is the visitors' own action, on what the sharer may comment on and whose comments they may
 * read today: it opens the comments of their share alone, by the calls of shares. `uploadInShare` is theirs
 * too, while the sharer may start imports: it adds files to one of the sharer's, and reads nothing of it.
 * `saveInShare` is theirs where the share gives renditions alone: `download` means originals.
 * @source decisions 0231, 0232, 0236
 */
function visitorRows(visitor: Visitor, resource: string, action: string, now: Date): Query {
  const { actions, sharer } = visitor
  if (action === 'commentInShare' && resource === 'asset' && actions.includes('comment'))
    return and(...['comment', 'readComments'].map((needed) => rowsOf(sharer, resource, needed, now)))
  if (action === 'uploadInShare' && resource === 'massimportjob' && actions.includes('upload'))
    return rowsOf(sharer, resource, 'create', now)
  if (action === 'saveInShare' && resource === 'asset' && takesFiles(visitor))
    return rowsOf(sharer, resource, 'download', now)
  return visitorMay(visitor, resource, action) ? rowsOf(sharer, resource, action, now) : nothing
}

function visitorMay(visitor: Visitor, resource: string, action: string): boolean {
  if (action === 'view') return visitor.actions.includes('view') && shared.has(resource)
  return resource === 'asset' && action === 'download' && visitor.largest === null && takesFiles(visitor)
}

function takesFiles({ actions }: Visitor): boolean {
  return actions.includes('download') || actions.includes('zip')
}

/** The one entity, while its author may see and embed it. */
function embeddedRows(
  { author, entityId, ...embed }: EmbedReader,
  resource: string,
  action: string,
  now: Date,
): Query {
  if (action !== 'view' || resource !== embed.resource) return nothing
  const [viewed, embedded] = ['view', 'embed'].map((needed) => rowsOf(author, resource, needed, now))
  const itself: Query = { kind: 'compare', field: 'id', operator: 'eq', values: [entityId] }
  return and(viewed ?? nothing, embedded ?? nothing, itself)
}

/**
 * What a page shows, while it is published and the page's owner may see and embed it; the words that describe
 * it are those that its owner sees. Files that it offers need the owner's right to take them.
 */
function rowsOfPage(
  { author, assets, files }: PageReader,
  resource: string,
  action: string,
  now: Date,
): Query {
  if (resource !== 'asset')
    return action === 'view' && shared.has(resource) && resource !== 'cart'
      ? rowsOf(author, resource, action, now)
      : nothing
  if (action !== 'view' && action !== 'download') return nothing
  const ids = action === 'view' ? assets : files
  const needed = ['view', 'embed', ...(action === 'view' ? [] : [action])]
  return and(
    ...needed.map((one) => rowsOf(author, resource, one, now)),
    bind(publishedToday, { $now: now.toISOString() }),
    ...(ids === null ? [] : [{ kind: 'compare', field: 'id', operator: 'in', values: [...ids] } as const]),
  )
}

function rowsOf(identity: Omit<SignedIn, 'session'>, resource: string, action: string, now: Date): Query {
  return or(
    ...identity.role.grants
      .filter((grant) => covers(grant, resource, action))
      .map((grant) => grantedRows(grant, identity, now)),
  )
}

function grantedRows({ rows }: Grant, { id }: Pick<SignedIn, 'id'>, now: Date): Query {
  return rows ? bind(rows, { $me: id, $now: now.toISOString() }) : everything
}

function covers(grant: Grant, resource: string, action: string): boolean {
  return (
    (grant.resource === '*' || grant.resource === resource) &&
    (grant.action === '*' || grant.action === action)
  )
}

function bind(query: Query, variables: Readonly<Record<string, QueryValue>>): Query {
  switch (query.kind) {
    case 'and':
    case 'or':
      return { ...query, parts: query.parts.map((part) => bind(part, variables)) }
    case 'not':
      return { ...query, part: bind(query.part, variables) }
    case 'compare':
      return {
        ...query,
        values: query.values.map((value) =>
          typeof value === 'string' ? (variables[value] ?? value) : value,
        ),
      }
    default:
      return query
  }
}
