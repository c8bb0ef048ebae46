import type { Cart, ItemReference } from '@cartouche/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { loadPart } from '../../connection/load-part.ts'
import { DeleteCartDialog } from '../../components/cart-dialogs/delete-cart-dialog.tsx'
import { DownloadDialog } from '../../components/download-dialog/download-dialog.tsx'
import { ShareDialog } from '../../components/share-dialog/share-dialog.tsx'

const PeopleDialog = lazy(async () => ({
  default: (await loadPart(() => import('./people-dialog.tsx'))).PeopleDialog,
}))
const SettingsDialog = lazy(async () => ({
  default: (await loadPart(() => import('./settings-dialog.tsx'))).SettingsDialog,
}))

type Dialog = 'download' | 'share' | 'people' | 'settings' | 'delete'

/** Which dialog of a cart is open: one at most. */
export interface OpenCartDialog {
  readonly opened: Dialog | null
  readonly open: (dialog: Dialog) => void
  readonly close: () => void
}

/** Holds which dialog is open. */
export function useCartDialogs(): OpenCartDialog {
  const navigate = useNavigate()
  const [chosen, open] = useState<Dialog | null>(null)
  // A notification about its links leads to them.
  const { links } = useSearch({ strict: false })
  return {
    opened: chosen ?? (links === undefined ? null : 'share'),
    open,
    close() {
      open(null)
      if (links !== undefined)
        void navigate({ to: '.', search: ({ links: _links, ...search }) => search, replace: true })
    },
  }
}

/** The dialogs of a cart. `selected`: what a download may be limited to. */
export function CartDialogs({
  cart,
  selected,
  dialogs: { opened, close },
}: {
  readonly cart: Cart
  readonly selected: readonly ItemReference[]
  readonly dialogs: OpenCartDialog
}) {
  const navigate = useNavigate()
  const leave = (): void => void navigate({ to: '/carts' })
  switch (opened) {
    case null:
      return null
    case 'download':
      return <DownloadDialog cart={cart} selected={selected} onClose={close} />
    case 'share':
      return <ShareDialog cart={cart} onClose={close} />
    case 'people':
      return (
        <Suspense>
          <PeopleDialog cart={cart} onClose={close} onLeft={leave} />
        </Suspense>
      )
    case 'settings':
      return (
        <Suspense>
          <SettingsDialog cart={cart} onClose={close} />
        </Suspense>
      )
    case 'delete':
      return <DeleteCartDialog cart={cart} onClose={close} onDeleted={leave} />
  }
}
