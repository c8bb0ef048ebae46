import { IconCloudUpload, IconHome, IconPhoto, IconShoppingBag, type Icon } from '@tabler/icons-react'
import type { TextId } from '../../translations/translations.tsx'

/** An entry of the navigation. */
export interface Room {
  readonly to: '/' | '/browse' | '/carts' | '/import'
  readonly label: TextId
  readonly icon: Icon
  /** The grant that opens it; nothing where everybody may enter. */
  readonly grant?: string
}

const rooms: readonly Room[] = [
  { to: '/', label: 'nav.home', icon: IconHome },
  { to: '/browse', label: 'nav.browse', icon: IconPhoto },
  { to: '/carts', label: 'nav.carts', icon: IconShoppingBag, grant: 'cart/view' },
  { to: '/import', label: 'nav.import', icon: IconCloudUpload, grant: 'massimportjob/create' },
]

/** The rooms that a person may enter, in the order of the navigation. The server decides again on every call. */
export function roomsFor(can: (grant: string) => boolean): Room[] {
  return rooms.filter(({ grant }) => grant === undefined || can(grant))
}
