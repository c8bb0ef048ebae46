import type { Cart } from '@cartouche/contract'
import { cartsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'

export interface DeleteCartDialogProps {
  readonly cart: Cart
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Names the cart and what goes with it, then deletes. The safe answer has the focus. */
export function DeleteCartDialog({ cart, onClose, onDeleted }: DeleteCartDialogProps) {
  const intl = useIntl()
  const carts = cartsOf(useClient())
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const remove = async (): Promise<void> => {
    setBusy(true)
    try {
      await carts.deleteCart(cart.id)
      notifications.show({ message: intl.formatMessage({ id: 'cart.deleted' }, { name: cart.name }) })
      onDeleted()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <Text component="span" inherit lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
          <FormattedMessage id="cartDialog.delete.title" values={{ name: cart.name }} />
        </Text>
      }
    >
      <Stack gap="md">
        <Text>
          <FormattedMessage id="cartDialog.delete.text" values={{ count: cart.total }} />
        </Text>
        {failure === null ? null : (
          <Alert color="red" role="alert">
            {errorText(intl, failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button color="red.9" loading={busy} onClick={() => void remove()}>
            <FormattedMessage id="cartDialog.delete.confirm" />
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
