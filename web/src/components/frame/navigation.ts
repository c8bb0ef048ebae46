import {
  IconBinaryTree2,
  IconChecklist,
  IconCloudUpload,
  IconHome,
  IconLayout,
  IconPhoto,
  IconSettings,
  IconShoppingBag,
  IconStar,
  type Icon,
} from '@tabler/icons-react'
import type { TextId } from '../../translations/texts.ts'

/** An entry of the navigation. */
export interface NavItem {
  readonly to:
    | '/'
    | '/browse'
    | '/carts'
    | '/searches'
    | '/todo'
    | '/import'
    | '/pages'
    | '/vocabularies'
    | '/administration'
  readonly label: TextId
  /** For the bar at the bottom of a phone, where the label is long. */
  readonly short?: TextId
  readonly icon: Icon
  /**
   * The grant that opens it, several of which one does, or what is asked of all grants; nothing where
   * everybody may enter.
   */
  readonly grant?: string | readonly string[] | ((grants: readonly string[]) => boolean)
}

const titles: Readonly<Record<string, TextId>> = {
  account: 'accountPage.title',
  downloads: 'downloads.title',
  duplicates: 'duplicates.title',
  similar: 'similar.title',
  trash: 'trash.title',
}

/** What the page at a path is called, by its room; undefined where there is none. */
export function titleAt(path: string): TextId | undefined {
  const [, first = ''] = path.split('/')
  return titles[first] ?? items.find(({ to }) => to === `/${first}`)?.label
}

/** Resources with rooms of their own; all others that can be changed are vocabularies. */
const noVocabularies = new Set([
  'asset',
  'cart',
  'savedsearch',
  'massimportjob',
  'massimportitem',
  'user',
  'role',
  'application',
  'schema',
  'schemafield',
  'page',
  'pagewidget',
  'pagefile',
])

function changesVocabulary(grants: readonly string[]): boolean {
  return grants.some((grant) => {
    const [resource = '', action] = grant.split('/')
    return (action === 'update' || action === '*') && !noVocabularies.has(resource)
  })
}

/** Whoever may enter one section of the administration may enter the room. */
const administers = [
  'user/update',
  'role/update',
  'application/update',
  'schemafield/update',
  'clientlog/view',
  'branding/update',
  'audit/view',
  'downloadprofile/update',
  'picturepreset/update',
  'mail/view',
  'storage/view',
  'system/view',
]

const items: readonly NavItem[] = [
  { to: '/', label: 'nav.home', icon: IconHome },
  { to: '/browse', label: 'nav.browse', icon: IconPhoto },
  { to: '/carts', label: 'nav.carts', icon: IconShoppingBag, grant: 'cart/view' },
  { to: '/searches', label: 'nav.searches', icon: IconStar },
  {
    to: '/todo',
    label: 'nav.todo',
    icon: IconChecklist,
    grant: ['asset/readComments', 'asset/submit', 'asset/publish'],
  },
  { to: '/import', label: 'nav.import', icon: IconCloudUpload, grant: 'massimportjob/create' },
  { to: '/pages', label: 'nav.pages', icon: IconLayout, grant: ['page/create', 'page/update'] },
  {
    to: '/vocabularies',
    label: 'nav.vocabularies',
    short: 'nav.vocabularies.short',
    icon: IconBinaryTree2,
    grant: changesVocabulary,
  },
  {
    to: '/administration',
    label: 'nav.administration',
    short: 'nav.administration.short',
    icon: IconSettings,
    grant: administers,
  },
]

/**
 * The rooms that a person with these grants may enter, in the order of the navigation. The server decides
 * again on every call.
 */
export function navItemsFor(can: (grant: string) => boolean, grants: readonly string[]): NavItem[] {
  return items.filter(
    ({ grant }) =>
      grant === undefined || (typeof grant === 'function' ? grant(grants) : [grant].flat().some(can)),
  )
}
