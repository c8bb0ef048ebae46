import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { loadPart } from '../connection/load-part.ts'
import { client, connected } from '../connection/client.ts'
import { formatSearchParams, parseSearchParams, type AddressParams } from '../address/search-params.ts'
import { addTexts } from '../translations/translations.tsx'
import { beginAsset } from './begin-asset.ts'
import { RouteFailure, RouteMissing } from './route-failures.tsx'

const validateSearch = (search: Record<string, unknown>): AddressParams => search as AddressParams

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: RouteMissing,
  errorComponent: RouteFailure,
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch,
  component: lazyRouteComponent(
    () => loadPart(() => import('../pages/sign-in/sign-in-page.tsx')),
    'SignInPage',
  ),
})
const share = createRoute({
  getParentRoute: () => root,
  path: '/s/$shareId',
  validateSearch,
  component: lazyRouteComponent(() => loadPart(() => import('../pages/share/share-page.tsx')), 'SharePage'),
})

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  // Before any page is loaded: whoever is not signed in needs none of them. Where the server does not answer,
  // the frame says so.
  beforeLoad: async ({ location }) => {
    await connected
    const session = client.session.get()
    if (!session.connected && session.status === 'loaded')
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { to: location.href } })
  },
  component: lazyRouteComponent(() => loadPart(() => import('./frame-layout.tsx')), 'FrameLayout'),
})
const home = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: lazyRouteComponent(() => loadPart(() => import('../pages/home/home-page.tsx')), 'HomePage'),
})
const browse = createRoute({
  getParentRoute: () => frame,
  path: '/browse',
  validateSearch,
  component: lazyRouteComponent(
    () => loadPart(() => import('../pages/browse/browse-page.tsx')),
    'BrowsePage',
  ),
})
const browseAsset = createRoute({
  getParentRoute: () => browse,
  path: '$assetId',
  loader: ({ params, preload }) => {
    if (!preload) beginAsset(params.assetId)
  },
})
const similar = createRoute({
  getParentRoute: () => frame,
  path: '/similar',
  validateSearch,
  component: lazyRouteComponent(
    () => loadPart(() => import('../pages/similar/similar-page.tsx')),
    'SimilarPage',
  ),
})
const similarAsset = createRoute({ getParentRoute: () => similar, path: '$assetId' })
const carts = createRoute({
  getParentRoute: () => frame,
  path: '/carts',
  validateSearch,
  component: lazyRouteComponent(() => loadPart(() => import('../pages/carts/carts-page.tsx')), 'CartsPage'),
})
const cart = createRoute({
  getParentRoute: () => frame,
  path: '/carts/$cartId',
  validateSearch,
  component: lazyRouteComponent(() => loadPart(() => import('../pages/cart/cart-page.tsx')), 'CartPage'),
})
const cartAsset = createRoute({ getParentRoute: () => cart, path: '$assetId' })
const searches = createRoute({
  getParentRoute: () => frame,
  path: '/searches',
  validateSearch,
  component: lazyRouteComponent(
    () => loadPart(() => import('../pages/searches/searches-page.tsx')),
    'SearchesPage',
  ),
})
const search = createRoute({
  getParentRoute: () => frame,
  path: '/searches/$searchId',
  component: lazyRouteComponent(
    () => loadPart(() => import('../pages/searches/run-search-page.tsx')),
    'RunSearchPage',
  ),
})
const account = createRoute({
  getParentRoute: () => frame,
  path: '/account',
  component: lazyRouteComponent(
    () => loadPart(() => import('../pages/account/account-page.tsx')),
    'AccountPage',
  ),
})
const trash = createRoute({
  getParentRoute: () => frame,
  path: '/trash',
  component: lazyRouteComponent(() => loadPart(() => import('../pages/trash/trash-page.tsx')), 'TrashPage'),
})
const duplicates = createRoute({
  getParentRoute: () => frame,
  path: '/duplicates',
  component: lazyRouteComponent(
    () => loadPart(() => import('../pages/duplicates/duplicates-page.tsx')),
    'DuplicatesPage',
  ),
})
const todo = createRoute({
  getParentRoute: () => frame,
  path: '/todo',
  validateSearch,
  component: lazyRouteComponent(() => loadPart(() => import('../pages/todo/todo-page.tsx')), 'TodoPage'),
})
const importRoom = createRoute({
  getParentRoute: () => frame,
  path: '/import',
  validateSearch,
  component: lazyRouteComponent(
    () => loadPart(() => import('../pages/import/import-page.tsx')),
    'ImportPage',
  ),
})
const pages = createRoute({
  getParentRoute: () => frame,
  path: '/pages',
  validateSearch,
  component: lazyRouteComponent(() => loadPart(() => import('../pages/pages/pages-page.tsx')), 'PagesPage'),
})
const page = createRoute({
  getParentRoute: () => frame,
  path: '/pages/$pageId',
  validateSearch,
  component: lazyRouteComponent(
    () => loadPart(() => import('../pages/page-editor/page-editor-page.tsx')),
    'PageEditorPage',
  ),
})
const vocabularies = createRoute({
  getParentRoute: () => frame,
  path: '/vocabularies',
  validateSearch,
  component: lazyRouteComponent(
    () => loadPart(() => import('../pages/vocabularies/vocabularies-page.tsx')),
    'VocabulariesPage',
  ),
})
const downloads = createRoute({
  getParentRoute: () => frame,
  path: '/downloads',
  component: lazyRouteComponent(
    () => loadPart(() => import('../pages/downloads/downloads-page.tsx')),
    'DownloadsPage',
  ),
})
const design = createRoute({
  getParentRoute: () => frame,
  path: '/design',
  component: lazyRouteComponent(
    () => loadPart(() => import('../pages/design/design-page.tsx')),
    'DesignPage',
  ),
})
const administration = createRoute({
  getParentRoute: () => frame,
  path: '/administration',
  validateSearch,
  component: lazyRouteComponent(
    () =>
      loadPart(async () => {
        const page = import('../pages/administration/administration-page.tsx')
        await addTexts('administration')
        return page
      }),
    'AdministrationPage',
  ),
})

/**
 * Every address of the application; pages load when they are first entered. `/browse/$assetId`,
 * `/similar/$assetId` and `/carts/$cartId/$assetId` show one asset over the list that it was opened from: the
 * list's page renders it.
 */
export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    share,
    frame.addChildren([
      home,
      browse.addChildren([browseAsset]),
      similar.addChildren([similarAsset]),
      carts,
      cart.addChildren([cartAsset]),
      searches,
      search,
      trash,
      duplicates,
      todo,
      importRoom,
      pages,
      page,
      downloads,
      account,
      vocabularies,
      administration,
      design,
    ]),
  ]),
  parseSearch: parseSearchParams,
  stringifySearch: formatSearchParams,
  defaultPreload: 'intent',
  defaultErrorComponent: RouteFailure,
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
