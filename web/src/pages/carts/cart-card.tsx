import type { Cart } from '@cartouche/contract'
import { ActionIcon, Menu, Text, VisuallyHidden } from '@mantine/core'
import {
  IconClockExclamation,
  IconDots,
  IconDownload,
  IconLink,
  IconLock,
  IconPencil,
  IconShare2,
  IconTrash,
  IconUsers,
  IconWorld,
  IconZoomScan,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { BytesText } from '../../components/asset-text/asset-text.tsx'
import { CartCover } from '../../components/cart-cover/cart-cover.tsx'
import { Tooltip } from '../../theme/tooltip.tsx'
import classes from './carts.module.css'

export interface CartCardProps {
  readonly cart: Cart
  readonly onDownload: (cart: Cart) => void
  readonly onShare: (cart: Cart) => void
  readonly onRename: (cart: Cart) => void
  readonly onDelete: (cart: Cart) => void
}

/** One cart: cover, name, how much is in it, whose it is, when it changed, who sees it. */
export function CartCard({ cart, onDownload, onShare, onRename, onDelete }: CartCardProps) {
  const intl = useIntl()
  const { edit, share, download, delete: mayDelete } = cart.permissions
  const sight = cart.private ? 'cart.private' : 'cart.public'
  const Sight = cart.private ? IconLock : IconWorld
  return (
    <article className={classes.card}>
      <Link to="/carts/$cartId" params={{ cartId: String(cart.id) }} className={classes.open}>
        <CartCover cart={cart} />
        <span className={classes.name} title={cart.name}>
          {cart.name}
        </span>
      </Link>
      <div className={classes.facts}>
        <Text fz="sm" c="dimmed" truncate>
          <FormattedMessage id="cart.items" values={{ count: cart.total }} />
          {cart.total > 0 && (
            <>
              {' '}
              · <BytesText sizeBytes={cart.sizeBytes} />
            </>
          )}
        </Text>
        <Text fz="sm" c="dimmed" truncate className={classes.quiet}>
          <Tooltip label={<FormattedMessage id={`${sight}.text`} />}>
            <span className={classes.sight}>
              <Sight size={13} stroke={1.8} aria-hidden />{' '}
              <span className={classes.word}>
                <FormattedMessage id={sight} />
              </span>
            </span>
          </Tooltip>
          <CartBadges cart={cart} />
          <span>·</span>
          {cart.isMine ? (
            <CartDate cart={cart} />
          ) : (
            <FormattedMessage id="cart.by" values={{ name: cart.owner.name }} />
          )}
        </Text>
      </div>
      {(edit || share || download || mayDelete) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              variant="default"
              size={30}
              className={classes.menu}
              aria-label={intl.formatMessage({ id: 'carts.menu' }, { name: cart.name })}
            >
              <IconDots size={18} stroke={1.7} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {download && cart.total > 0 && (
              <Menu.Item
                leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
                onClick={() => onDownload(cart)}
              >
                <FormattedMessage id="action.download" />
              </Menu.Item>
            )}
            {share && (
              <Menu.Item
                leftSection={<IconShare2 size={16} stroke={1.7} aria-hidden />}
                onClick={() => onShare(cart)}
              >
                <FormattedMessage id="carts.share" />
              </Menu.Item>
            )}
            {edit && (
              <Menu.Item
                leftSection={<IconPencil size={16} stroke={1.7} aria-hidden />}
                onClick={() => onRename(cart)}
              >
                <FormattedMessage id="carts.rename" />
              </Menu.Item>
            )}
            {mayDelete && (
              <Menu.Item
                c="var(--mantine-color-error)"
                leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
                onClick={() => onDelete(cart)}
              >
                <FormattedMessage id="carts.delete" />
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </article>
  )
}

/** When it expires, or, where it does not, when it changed. */
function CartDate({ cart: { expires, modified, status } }: { readonly cart: Cart }) {
  const intl = useIntl()
  if (expires === null) return intl.formatDate(modified, { dateStyle: 'medium' })
  return (
    <span className={classes.ends}>
      <FormattedMessage
        id={status === 'expired' ? 'cart.expired' : 'cart.ends'}
        values={{ date: intl.formatDate(expires, { dateStyle: 'medium' }) }}
      />
    </span>
  )
}

/** Who else is in it, how many links to it live, whether it follows a search, that it ends for others. */
function CartBadges({
  cart: { collaborators, content, expires, isMine, shares, status },
}: {
  readonly cart: Cart
}) {
  const intl = useIntl()
  const badges = [
    ...(collaborators.length === 0
      ? []
      : [
          {
            Icon: IconUsers,
            text: intl.formatMessage({ id: 'cart.people.count' }, { count: collaborators.length }),
            shown: String(collaborators.length),
          },
        ]),
    ...(shares?.nextEndAt
      ? [
          {
            Icon: IconLink,
            text: intl.formatMessage(
              { id: 'cart.links' },
              { count: shares.living, date: intl.formatDate(shares.nextEndAt, { dateStyle: 'medium' }) },
            ),
            shown: String(shares.living),
          },
        ]
      : []),
    ...(content === 'cart'
      ? []
      : [{ Icon: IconZoomScan, text: intl.formatMessage({ id: `cart.content.${content}` }), shown: '' }]),
    ...(expires === null || isMine
      ? []
      : [
          {
            Icon: IconClockExclamation,
            text: intl.formatMessage(
              { id: status === 'expired' ? 'cart.ended' : 'cart.ends' },
              { date: intl.formatDate(expires, { dateStyle: 'medium' }) },
            ),
            shown: '',
          },
        ]),
  ]
  return badges.map(({ Icon, text, shown }) => (
    <Tooltip key={text} label={text}>
      <span className={classes.badge}>
        <Icon size={13} stroke={1.8} aria-hidden />
        {shown}
        <VisuallyHidden>{text}</VisuallyHidden>
      </span>
    </Tooltip>
  ))
}
