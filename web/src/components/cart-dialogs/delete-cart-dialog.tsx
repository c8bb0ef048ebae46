import type { Cart } from '@cartouche/contract'
import { cartsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { FormattedMessage, useIntl } from 'react-intl'
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog.tsx'

export interface DeleteCartDialogProps {
  readonly cart: Cart
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Names the cart and what goes with it, then deletes. */
export function DeleteCartDialog({ cart, onClose, onDeleted }: DeleteCartDialogProps) {
  const intl = useIntl()
  const carts = cartsOf(useClient())
  const { id, name, total } = cart
  return (
    <ConfirmDialog
      title={<FormattedMessage id="cartDialog.delete.title" values={{ name }} />}
      confirm={<FormattedMessage id="cartDialog.delete.confirm" />}
      isGrave
      work={async () => {
        await carts.deleteCart(id)
        notifications.show({ message: intl.formatMessage({ id: 'cart.deleted' }, { name }) })
        onDeleted()
      }}
      onClose={onClose}
    >
      <FormattedMessage id="cartDialog.delete.text" values={{ count: total }} />
    </ConfirmDialog>
  )
}
