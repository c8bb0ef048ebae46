import { assetActions, type Asset, type AssetAction, type NatureName } from '@cartouche/client'
import type { SearchDownload } from '@cartouche/client'
import type { TextId } from '../../translations/texts.ts'
import { natureOf } from '../asset-text/nature-of.ts'

/** All hits of a search, also those that are not loaded. */
export interface AllResults {
  readonly search: SearchDownload
  readonly total: number
  /** What people call it, such as the name of a collection or of a saved search. */
  readonly name?: string | undefined
}

/** Results that can be read, also where it is not known yet how many they are. */
export type ReadResults = Pick<AllResults, 'search'> & { readonly total?: number | undefined }

/** What an action is taken on: some assets, or all results of a search. */
export interface AssetTarget {
  /** Records of a list, or whole ones; empty with `results`. */
  readonly assets: readonly Asset[]
  readonly results?: AllResults | undefined
}

const workflowActions = Object.keys(assetActions) as readonly AssetAction[]

/** Everything that can be done with assets, in the order in which it is offered everywhere. */
export const actionIds = [
  'open',
  'compare',
  'slideshow',
  'share',
  'download',
  'addToCart',
  'cull',
  'edit',
  'collections',
  'crop',
  'trim',
  ...workflowActions,
  'replace',
  'versions',
  'similar',
  'embed',
  'export',
  'delete',
] as const
export type ActionId =
  | 'open'
  | 'compare'
  | 'slideshow'
  | 'share'
  | 'download'
  | 'addToCart'
  | 'edit'
  | 'collections'
  | 'cull'
  | 'export'
  | AssetAction
  | OneOf
type OneOf = 'crop' | 'trim' | 'replace' | 'versions' | 'similar' | 'embed' | 'delete'

/** Why an action that is offered cannot be taken here. */
export type Reason = 'one' | 'compared' | 'rights' | 'limit' | 'noPicture'

/** One entry of the menu. */
export interface ActionEntry {
  readonly id: ActionId
  readonly label: TextId
  /** How many it is taken on; null while that is not known. */
  readonly count: number | null
  /** The key that takes it, as `KeyboardEvent.key` in lower case. */
  readonly key: string | undefined
  /** Undefined: it can be taken. */
  readonly reason: Reason | undefined
}

/** Most pictures that are compared at once. */
export const maxCompared = 6
/** Assets beyond which an action on all results is not taken, since it goes through them one by one. */
export const maxResults = 5000

const grants: Readonly<Record<Exclude<ActionId, AssetAction>, readonly string[]>> = {
  open: [],
  compare: [],
  slideshow: [],
  share: ['cart/create', 'cart/share'],
  download: ['asset/download'],
  addToCart: ['cart/update'],
  edit: ['asset/update'],
  collections: ['asset/update'],
  cull: ['asset/view'],
  crop: ['asset/download'],
  trim: ['asset/download'],
  replace: ['asset/update'],
  versions: ['asset/update'],
  similar: ['asset/reverseSearch'],
  embed: ['asset/embed'],
  export: ['asset/view'],
  delete: ['asset/delete'],
}
const keys: Partial<Readonly<Record<ActionId, string>>> = {
  open: 'enter',
  compare: 'v',
  share: 's',
  download: 'd',
  addToCart: 'a',
  edit: 'e',
  collections: 'c',
  delete: 'delete',
}
const forOne: ReadonlySet<ActionId> = new Set<ActionId>([
  'open',
  'crop',
  'trim',
  'replace',
  'versions',
  'similar',
  'embed',
])
/** What a search is asked for page by page, or once. */
const ofAnySize: ReadonlySet<ActionId> = new Set<ActionId>(['share', 'download', 'export'])
/** What takes a search as it is: its records are not read first. */
export const takesSearch: ReadonlySet<ActionId> = new Set<ActionId>(['share', 'download'])
const forSeveral: ReadonlySet<ActionId> = new Set<ActionId>(['compare', 'slideshow', 'export'])
const rightOf: Partial<Readonly<Record<ActionId, 'update' | 'delete' | 'download'>>> = {
  download: 'download',
  edit: 'update',
  collections: 'update',
  crop: 'download',
  trim: 'download',
  replace: 'update',
  versions: 'update',
  delete: 'delete',
}
/** Actions on assets of one kind. */
const ofNature: Partial<Readonly<Record<ActionId, NatureName>>> = { crop: 'IMAGE', trim: 'VIDEO' }
const withoutPicture: ReadonlySet<string> = new Set(['AUDIO', 'OTHER'])

/** What decides over the actions beside the assets. */
export interface ActionRights {
  readonly can: (grant: string) => boolean
  /** Whether this server searches by picture. */
  readonly searchesPictures: boolean
  /** Whether the place can open an asset. */
  readonly opens: boolean
  /** Keys that the place has another use for. */
  readonly takenKeys?: readonly string[] | undefined
}

/** How many assets a target has. */
export function countOf({ assets, results }: AssetTarget): number {
  return results?.total ?? assets.length
}

/**
 * What several assets are called above their actions, as a text and its values: with their number also where
 * they have a name, so that nobody takes the assets of a collection for the collection.
 */
export function namedCount(
  target: AssetTarget,
): [{ readonly id: TextId }, { readonly count: number; readonly name: string }] {
  const name = target.results?.name
  const id = name !== undefined ? 'named' : target.results ? 'results' : 'assets'
  return [{ id: `assetActions.${id}` }, { count: countOf(target), name: name ?? '' }]
}

/** Whether an action is a step of the workflow. */
export function isWorkflowAction(id: ActionId): id is AssetAction {
  return id in assetActions
}

/** Of some assets those whose status allows an action; what the server said of one decides over it. */
export function allowsAction(assets: readonly Asset[], action: AssetAction): readonly Asset[] {
  return assets.filter(
    ({ status, $rights }) =>
      $rights?.workflow.includes(action) ??
      (assetActions[action].from as readonly string[]).includes(status?.name ?? ''),
  )
}

/**
 * The actions that are offered for a target, in order: what the role does not grant, and what the status of
 * no asset allows, is missing; what cannot be taken for another reason says why.
 */
export function entriesOf(target: AssetTarget, rights: ActionRights): readonly ActionEntry[] {
  return actionIds.flatMap((id) => {
    if (!isGranted(id, rights) || countOf(target) < (forSeveral.has(id) ? 2 : 1)) return []
    const count = countOfAction(id, target)
    if (count === 0) return []
    return [
      {
        id,
        label: isWorkflowAction(id) ? (`workflow.${id}` as const) : (`assetActions.${id}` as const),
        count,
        key: rights.takenKeys?.includes(keys[id] ?? '') ? undefined : keys[id],
        reason: reasonAgainst(id, target),
      },
    ]
  })
}

function isGranted(id: ActionId, { can, opens, searchesPictures }: ActionRights): boolean {
  if ((id === 'similar' && !searchesPictures) || (id === 'open' && !opens)) return false
  return isWorkflowAction(id) ? can(`asset/${id}`) : grants[id].every(can)
}

function countOfAction(id: ActionId, target: AssetTarget): number | null {
  const nature = ofNature[id]
  if (nature !== undefined && !target.assets.some((asset) => natureOf(asset) === nature)) return 0
  if (!isWorkflowAction(id)) return countOf(target)
  return target.results ? null : allowsAction(target.assets, id).length
}

function reasonAgainst(id: ActionId, { assets, results }: AssetTarget): Reason | undefined {
  const [one] = assets
  if (forOne.has(id) && (results || assets.length !== 1)) return 'one'
  if (id === 'compare' && countOf({ assets, results }) > maxCompared) return 'compared'
  if (results && !ofAnySize.has(id) && results.total > maxResults) return 'limit'
  const right = rightOf[id]
  if (right && assets.length > 0 && assets.every(({ $rights }) => $rights?.[right] === false)) return 'rights'
  if (id === 'similar' && one && withoutPicture.has(natureOf(one) ?? '')) return 'noPicture'
  return undefined
}
