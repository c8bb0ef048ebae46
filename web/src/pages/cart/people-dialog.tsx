import { cartsOf } from '@cartouche/client'
import type { Cart, CartRight } from '@cartouche/contract'
import { useCan, useClient } from '@cartouche/react'
import { ActionIcon, Alert, Avatar, Button, Group, Menu, Modal, Select, Stack, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../../components/return-focus/use-return-focus.ts'
import { PeoplePicker, type PickedPerson } from '../../components/people-picker/people-picker.tsx'
import { errorText } from '../../translations/error-text.ts'
import classes from './cart.module.css'

const rights = ['view', 'edit'] as const satisfies readonly CartRight[]

/**
 * Who is in a cart: people are let in, get another right, are put out or given the cart; whoever is a guest
 * leaves.
 */
export function PeopleDialog({
  cart,
  onClose,
  onLeft,
}: {
  readonly cart: Cart
  readonly onClose: () => void
  readonly onLeft: () => void
}) {
  useReturnFocus()
  const intl = useIntl()
  const carts = cartsOf(useClient())
  const canLetIn = useCan('user/view') && cart.permissions.people
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setFailure(null)
    setBusy(true)
    await work().catch(setFailure)
    setBusy(false)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <Text component="span" inherit lineClamp={2} className={classes.wrap}>
          <FormattedMessage id="cart.people.title" values={{ name: cart.name }} />
        </Text>
      }
    >
      <Stack gap="md">
        {canLetIn && <LetIn cart={cart} busy={busy} attempt={attempt} />}
        <ul className={classes.peopleList} aria-label={intl.formatMessage({ id: 'cart.people' })}>
          <li>
            <Avatar size={30} radius="xl" name={cart.owner.name} color="gray" aria-hidden />
            <Text className={classes.person}>{cart.owner.name}</Text>
            <Text fz="sm" c="dimmed">
              <FormattedMessage id="cart.people.owner" />
            </Text>
          </li>
          {cart.collaborators.map((person) => (
            <li key={person.id}>
              <Avatar size={30} radius="xl" name={person.name} color="gray" aria-hidden />
              <Text className={classes.person}>{person.name}</Text>
              {cart.permissions.people ? (
                <>
                  <RightSelect
                    label={intl.formatMessage({ id: 'cart.right.of' }, { name: person.name })}
                    value={person.right}
                    onChange={(right) =>
                      void attempt(() => carts.addCollaborators(cart.id, [person.id], { right }))
                    }
                  />
                  <Menu position="bottom-end">
                    <Menu.Target>
                      <ActionIcon
                        aria-label={intl.formatMessage({ id: 'cart.people.more' }, { name: person.name })}
                      >
                        <IconDots size={17} stroke={1.7} />
                      </ActionIcon>
                    </Menu.Target>
                    <Menu.Dropdown>
                      <Menu.Item onClick={() => void attempt(() => carts.transferCart(cart.id, person.id))}>
                        <FormattedMessage id="cart.people.transfer" />
                      </Menu.Item>
                      <Menu.Item
                        c="var(--mantine-color-error)"
                        onClick={() => void attempt(() => carts.removeCollaborators(cart.id, [person.id]))}
                      >
                        <FormattedMessage id="cart.people.remove" />
                      </Menu.Item>
                    </Menu.Dropdown>
                  </Menu>
                </>
              ) : (
                <Text fz="sm" c="dimmed">
                  <FormattedMessage id={`cart.right.${person.right}`} />
                </Text>
              )}
            </li>
          ))}
        </ul>
        {failure === null ? null : (
          <Alert color="red" role="alert">
            {errorText(intl, failure)}
          </Alert>
        )}
        <Group justify="space-between">
          {cart.isMine || cart.permissions.people ? (
            <span />
          ) : (
            <Button
              variant="default"
              c="var(--mantine-color-error)"
              loading={busy}
              onClick={() => void attempt(() => carts.leaveCart(cart.id).then(onLeft))}
            >
              <FormattedMessage id="cart.people.leave" />
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            <FormattedMessage id="action.close" />
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function LetIn({
  cart,
  busy,
  attempt,
}: {
  readonly cart: Cart
  readonly busy: boolean
  readonly attempt: (work: () => Promise<unknown>) => Promise<void>
}) {
  const intl = useIntl()
  const carts = cartsOf(useClient())
  const [people, setPeople] = useState<readonly PickedPerson[]>([])
  const [right, setRight] = useState<CartRight>('edit')
  const letIn = (event: FormEvent): void => {
    event.preventDefault()
    if (people.length === 0) return
    void attempt(async () => {
      await carts.addCollaborators(
        cart.id,
        people.map(({ id }) => id),
        { right, url: `${window.location.origin}/carts/${cart.id}` },
      )
      setPeople([])
    })
  }
  return (
    <form onSubmit={letIn}>
      <Stack gap="sm">
        <PeoplePicker
          label={<FormattedMessage id="cart.people.letIn" />}
          value={people}
          onChange={setPeople}
          without={[cart.owner.id, ...cart.collaborators.map(({ id }) => id)]}
        />
        <Group gap="sm" justify="flex-end">
          <RightSelect label={intl.formatMessage({ id: 'cart.right' })} value={right} onChange={setRight} />
          <Button type="submit" disabled={people.length === 0} loading={busy}>
            <FormattedMessage id="cart.people.add" />
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function RightSelect({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: CartRight
  readonly onChange: (right: CartRight) => void
}) {
  const intl = useIntl()
  return (
    <Select
      w={150}
      aria-label={label}
      allowDeselect={false}
      value={value}
      data={rights.map((right) => ({
        value: right,
        label: intl.formatMessage({ id: `cart.right.${right}` }),
      }))}
      onChange={(next) => {
        const right = rights.find((one) => one === next)
        if (right) onChange(right)
      }}
    />
  )
}
