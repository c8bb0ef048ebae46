import { cartsOf, isApiError, type Cart } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { ActionIcon, Button, Menu, Text, Title } from '@mantine/core'
import {
  IconClockExclamation,
  IconDots,
  IconDownload,
  IconLock,
  IconSettings,
  IconShare2,
  IconTrash,
  IconWorld,
  IconZoomScan,
} from '@tabler/icons-react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { usePageTitle } from '../../components/page-title/use-page-title.ts'
import { Tooltip } from '../../theme/tooltip.tsx'
import { CartLinks } from './cart-links.tsx'
import { CartPeople } from './cart-people.tsx'
import { CartSize } from './cart-size.tsx'
import { InlineText } from './inline-text.tsx'
import classes from './cart.module.css'

export interface CartHeaderProps {
  readonly cart: Cart
  readonly onDownload: () => void
  readonly onShare: () => void
  readonly onPeople: () => void
  readonly onSettings: () => void
  readonly onDelete: () => void
}

/**
 * Name, description, people, size beside the limit; Download first, Share second, the rest behind the dots.
 */
export function CartHeader({ cart, onDownload, onShare, onPeople, onSettings, onDelete }: CartHeaderProps) {
  const intl = useIntl()
  const carts = cartsOf(useClient())
  usePageTitle(cart.name)
  const { edit, share, download, delete: mayDelete } = cart.permissions
  const Sight = cart.private ? IconLock : IconWorld
  const sight = cart.private ? 'cart.private' : 'cart.public'
  // Every edit says the name; that of nothing is a missing one. @source portal §5: editing a cart needs a
  // string name
  const save = (changes: { readonly name?: unknown; readonly description?: string }): Promise<unknown> =>
    carts.editCart(cart.id, { name: cart.name, ...changes }).catch(async (error: unknown) => {
      if (isApiError(error, 'version_conflict')) await carts.fetchCart(cart.id).catch(() => undefined)
      throw error
    })
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <InlineText
          value={cart.name}
          label="cart.edit.name"
          canEdit={edit}
          maxLength={500}
          onSave={(name) => save({ name: name === '' ? undefined : name })}
        >
          <Title order={1} className={classes.title}>
            {cart.name}
          </Title>
        </InlineText>
        {(cart.description !== '' || edit) && (
          <InlineText
            value={cart.description}
            label="cart.edit.description"
            canEdit={edit}
            isMultiline
            maxLength={10_000}
            placeholder="cart.description.add"
            onSave={(description) => save({ description })}
          >
            <Text className={classes.description}>{cart.description}</Text>
          </InlineText>
        )}
      </div>
      <div className={classes.facts}>
        <CartPeople cart={cart} onOpen={onPeople} />
        <Tooltip label={<FormattedMessage id={`${sight}.text`} />}>
          <Text component="span" fz="sm" c="dimmed" className={classes.sight}>
            <Sight size={14} stroke={1.8} aria-hidden />
            <FormattedMessage id={sight} />
          </Text>
        </Tooltip>
        {share && <CartLinks cart={cart} onOpen={onShare} />}
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="cart.items" values={{ count: cart.total }} />
        </Text>
        <Text fz="sm" c="dimmed" visibleFrom="md">
          <FormattedMessage
            id="cart.changed"
            values={{ date: <FormattedDate value={cart.modified} dateStyle="medium" timeStyle="short" /> }}
          />
        </Text>
        {cart.content !== 'cart' && (
          <Text component="span" fz="sm" c="dimmed" className={classes.sight}>
            <IconZoomScan size={14} stroke={1.8} aria-hidden />
            <FormattedMessage
              id={`cart.follows.${cart.content}`}
              values={{ words: cart.followed?.fulltext ?? '' }}
            />
          </Text>
        )}
        {cart.expires !== null && (
          <Text
            component="span"
            fz="sm"
            c={cart.status === 'expired' ? 'red' : 'dimmed'}
            className={classes.sight}
          >
            <IconClockExclamation size={14} stroke={1.8} aria-hidden />
            <FormattedMessage
              id={cart.status === 'expired' ? 'cart.ended' : 'cart.ends'}
              values={{ date: <FormattedDate value={cart.expires} dateStyle="medium" /> }}
            />
          </Text>
        )}
        <CartSize cart={cart} />
      </div>
      <div className={classes.actions}>
        {download && (
          <Button
            leftSection={<IconDownload size={17} stroke={1.8} aria-hidden />}
            disabled={cart.total === 0}
            onClick={onDownload}
          >
            <FormattedMessage id="carts.download" />
          </Button>
        )}
        {share && (
          <Button
            variant="default"
            leftSection={<IconShare2 size={17} stroke={1.7} aria-hidden />}
            onClick={onShare}
          >
            <FormattedMessage id="carts.share" />
          </Button>
        )}
        {(edit || mayDelete) && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label={intl.formatMessage({ id: 'cart.more' })}>
                <IconDots size={18} stroke={1.7} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {edit && (
                <Menu.Item
                  leftSection={<IconSettings size={16} stroke={1.7} aria-hidden />}
                  onClick={onSettings}
                >
                  <FormattedMessage id="cart.settings" />
                </Menu.Item>
              )}
              {mayDelete && (
                <Menu.Item
                  c="var(--mantine-color-error)"
                  leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
                  onClick={onDelete}
                >
                  <FormattedMessage id="cartDialog.delete.confirm" />
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
    </header>
  )
}
