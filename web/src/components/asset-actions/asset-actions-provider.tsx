import { marksOf, postersOf, livePhotosOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react'
import { useIntl } from 'react-intl'
import { loadPart } from '../../connection/load-part.ts'
import { useAddToCart } from '../cart-picker/use-add-to-cart.tsx'
import { markOfKey } from '../marks/mark-keys.ts'
import { useMarkAssets } from '../marks/use-mark-assets.ts'
import { useMaySearchByPicture } from '../similar-pictures/use-may-search-by-picture.ts'
import { AssetActionsContext, type AssetActions, type PlacedTarget } from './action-context.ts'
import type { MenuRequest } from './asset-action-menu.tsx'
import type { ActionTask } from './asset-action-dialogs.tsx'
import {
  allowsAction,
  entriesOf,
  isWorkflowAction,
  maxCompared,
  maxResults,
  takesSearch,
  type ActionId,
} from './asset-actions.ts'
import { useAllResults } from './use-all-results.ts'
import { useTakeAction } from './use-take-action.ts'

const AssetActionMenu = lazy(async () => ({
  default: (await loadPart(() => import('./asset-action-menu.tsx'))).AssetActionMenu,
}))
const AssetActionDialogs = lazy(async () => ({
  default: (await loadPart(() => import('./asset-action-dialogs.tsx'))).AssetActionDialogs,
}))

const CullView = lazy(async () => ({
  default: (await loadPart(() => import('../culling/cull-view.tsx'))).CullView,
}))
type CullRequest = Omit<ComponentProps<typeof CullView>, 'onClose'>

/** Assets beyond which a change of status is confirmed first. */
const manyAssets = 100

/** Gives the actions on assets to the pages in it, with the menu and the dialogs that they open. */
export function AssetActionsProvider({ children }: { readonly children: ReactNode }) {
  const [menu, setMenu] = useState<MenuRequest | null>(null)
  const [task, setTask] = useState<ActionTask | null>(null)
  const [wasUsed, setUsed] = useState(false)
  const [culled, setCulled] = useState<CullRequest | null>(null)
  const addToCart = useAddToCart()
  const run = useRun({
    ask(next) {
      setUsed(true)
      setTask(next)
    },
    addToCart: addToCart.add,
    cull: setCulled,
  })
  const entries = useEntriesOf()
  const offers = useRef(new Map<string, PlacedTarget>())
  const mark = useMarkTarget()
  const latest = useRef({ run, entries, mark })
  useLayoutEffect(() => {
    latest.current = { run, entries, mark }
  })
  const actions = useMemo(
    (): AssetActions => ({
      entriesOf: (target) => latest.current.entries(target),
      run: (id, target) => latest.current.run(id, target),
      press(event, target) {
        if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
        const own = ownOfKey(event, target)
        if (own) own.run(target.assets)
        if (own) return true
        const entry = latest.current.entries(target).find(({ key }) => key === event.key.toLowerCase())
        const change = entry ? undefined : markOfKey(event)
        if (change) latest.current.mark(target, change)
        if (change) return true
        if (entry === undefined || entry.id === 'open') return false
        latest.current.run(entry.id, target, 'key')
        return true
      },
      mark: (target, change) => latest.current.mark(target, change),
      openMenu: (target, at, opener) => setMenu({ target, at, opener }),
      offer(by, target) {
        if (target === null) offers.current.delete(by)
        else offers.current.set(by, target)
      },
      offered: () => [...offers.current.values()].at(-1),
    }),
    [],
  )
  const close = useCallback(() => setTask(null), [])
  return (
    <AssetActionsContext value={actions}>
      {children}
      <Suspense>
        {menu && <AssetActionMenu request={menu} onClose={() => setMenu(null)} />}
        {culled && <CullView {...culled} onClose={() => setCulled(null)} />}
        {wasUsed && <AssetActionDialogs task={task} onTask={setTask} onClose={close} />}
      </Suspense>
      {addToCart.dialog}
    </AssetActionsContext>
  )
}

/**
 * What the place does by a key with the one that has the focus. Where nothing has it, nobody sees which one
 * would be meant.
 */
function ownOfKey({ key, target: element }: KeyboardEvent, { assets, place }: PlacedTarget) {
  if (!(element instanceof HTMLElement) || element === document.body || element.id === 'main')
    return undefined
  return place.own?.find(
    (one) => one.key === key.toLowerCase() && (one.isForOne !== true || assets.length === 1),
  )
}

/** Marks what is meant; the marks that are shown follow what other screens set. */
function useMarkTarget(): AssetActions['mark'] {
  const client = useClient()
  const readAll = useAllResults()
  const mark = useMarkAssets()
  useEffect(() => marksOf(client).watch(), [client])
  useEffect(() => postersOf(client).watch(), [client])
  useEffect(() => livePhotosOf(client).watch(), [client])
  return ({ assets, results }, change) => {
    if (results === undefined) mark(assets, change)
    else void readAll(results).then((all) => all && mark(all, change))
  }
}

function useEntriesOf(): AssetActions['entriesOf'] {
  const { session } = useClient()
  const searchesPictures = useMaySearchByPicture()
  return (target) =>
    entriesOf(target, {
      can: session.can,
      opens: target.place.onOpen !== undefined,
      searchesPictures,
      takenKeys: target.place.own?.flatMap(({ key = [] }) => key),
    })
}

/** What an action leads to that is not done at once. */
interface Ways {
  readonly ask: (task: ActionTask) => void
  readonly addToCart: (ids: readonly number[], to: 'asked' | 'last') => void
  readonly cull: (request: CullRequest) => void
}

/** Takes an action: at once, or in a dialog; of all results, their records are read first. */
function useRun({ ask, addToCart, cull }: Ways): (id: ActionId, target: PlacedTarget, by?: 'key') => void {
  const intl = useIntl()
  const navigate = useNavigate()
  const entries = useEntriesOf()
  const readAll = useAllResults()
  const take = useTakeAction()
  const runOn = (id: ActionId, target: PlacedTarget, by?: 'key'): void => {
    const { assets, place } = target
    const [one] = assets
    const ids = (isWorkflowAction(id) ? allowsAction(assets, id) : assets).map((asset) => asset.id)
    if (id === 'open') {
      if (one) place.onOpen?.(one)
    } else if (id === 'similar') {
      if (one) void navigate({ to: '/similar', search: { to: String(one.id) } })
    } else if (id === 'addToCart') addToCart(ids, by === 'key' ? 'last' : 'asked')
    else if (id === 'cull') cull({ assets, place })
    else if (!isWorkflowAction(id)) ask({ id, target })
    else if (ids.length === 0)
      notifications.show({ message: intl.formatMessage({ id: 'assetActions.none' }) })
    else if (ids.length > manyAssets || id === 'submit' || id === 'reject') ask({ id, target })
    else void take(id, ids)
  }
  return (id, target, by) => {
    const entry = entries(target).find((one) => one.id === id)
    if (entry === undefined) return
    if (entry.reason !== undefined) {
      notifications.show({
        color: 'yellow',
        message: intl.formatMessage(
          { id: `assetActions.reason.${entry.reason}.text` },
          { max: maxResults, most: maxCompared },
        ),
      })
    } else if (id === 'cull' && target.place.list && target.assets.length === 1) {
      const { list: results } = target.place
      void readAll(results).then(
        (assets) => assets && cull({ assets, place: target.place, startId: target.assets[0]?.id }),
      )
    } else if (target.results === undefined || takesSearch.has(id)) runOn(id, target, by)
    else
      void readAll(target.results).then(
        (assets) => assets && runOn(id, { ...target, assets, results: undefined }, by),
      )
  }
}
