import type { Cart } from '@cartouche/contract'
import { cartsOf } from '@cartouche/client'
import { useCan, useClient } from '@cartouche/react'
import { Modal, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { FormattedMessage } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { DialogButtons } from '../dialog-buttons/dialog-buttons.tsx'
import { CartNameProblem } from './cart-name-problem.tsx'

/** Asks for a name, a description and who sees it, and makes the cart. */
export function CreateCartDialog({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void
  readonly onCreated: (cart: Cart) => void
}) {
  useReturnFocus()
  const carts = cartsOf(useClient())
  const canMakePublic = useCan('cart/makePublic')
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [isPublic, setPublic] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    try {
      // Nothing typed is a name that is missing; blanks are an empty one. @source portal §5
      onCreated(await carts.createCart({ ...(name === '' ? {} : { name }), description, private: !isPublic }))
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={<FormattedMessage id="cartDialog.create.title" />}>
      <form onSubmit={(event) => void create(event)} noValidate>
        <Stack gap="md">
          <TextInput
            label={<FormattedMessage id="cartDialog.name" />}
            data-autofocus
            required
            value={name}
            maxLength={500}
            error={failure === null ? null : <CartNameProblem error={failure} />}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Textarea
            label={<FormattedMessage id="cartDialog.description" />}
            description={<FormattedMessage id="cartDialog.description.hint" />}
            value={description}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={10_000}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          {canMakePublic && (
            <Switch
              label={<FormattedMessage id="cartDialog.public" />}
              checked={isPublic}
              onChange={(event) => setPublic(event.currentTarget.checked)}
            />
          )}
          <DialogButtons onClose={onClose} busy={busy}>
            <FormattedMessage id="cartDialog.create" />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
