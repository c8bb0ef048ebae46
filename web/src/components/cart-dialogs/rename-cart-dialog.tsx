import { cartsOf, isApiError, type Cart } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Modal, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { FormattedMessage } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { DialogButtons } from '../dialog-buttons/dialog-buttons.tsx'
import { CartNameProblem } from './cart-name-problem.tsx'

/** Renames a cart; says so when someone else changed it first, and keeps the text. */
export function RenameCartDialog({ cart, onClose }: { readonly cart: Cart; readonly onClose: () => void }) {
  useReturnFocus()
  const carts = cartsOf(useClient())
  const [name, setName] = useState(cart.name)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const conflict = isApiError(failure, 'version_conflict')
  const rename = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    try {
      await carts.editCart(cart.id, { name: name === '' ? undefined : name })
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
      if (isApiError(error, 'version_conflict'))
        await Promise.all([carts.fetchCarts(), carts.fetchCart(cart.id)]).catch(() => undefined)
    }
  }
  return (
    <Modal opened onClose={onClose} title={<FormattedMessage id="cartDialog.rename.title" />}>
      <form onSubmit={(event) => void rename(event)} noValidate>
        <Stack gap="md">
          {conflict && (
            <Alert color="yellow" role="alert" title={<FormattedMessage id="cart.conflict.title" />}>
              <FormattedMessage id="cart.conflict.text" values={{ value: cart.name }} />
            </Alert>
          )}
          <TextInput
            label={<FormattedMessage id="cartDialog.name" />}
            data-autofocus
            required
            value={name}
            maxLength={500}
            error={failure === null || conflict ? null : <CartNameProblem error={failure} />}
            onChange={(event) => setName(event.currentTarget.value)}
            onFocus={(event) => event.currentTarget.select()}
          />
          <DialogButtons onClose={onClose} busy={busy}>
            <FormattedMessage id="carts.rename" />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
