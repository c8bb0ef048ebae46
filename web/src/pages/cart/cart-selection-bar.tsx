import type { Asset, Cart } from '@cartouche/contract'
import { ActionIcon, Button, Text, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconDownload, IconPhotoStar, IconShoppingBagPlus, IconTrash, IconX } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { SimilarLink } from '../../components/similar-pictures/similar-link.tsx'
import { MoveMenu } from './move-menu.tsx'
import type { MoveTarget } from './move-target.ts'
import classes from './cart.module.css'

export interface CartSelectionBarProps {
  readonly cart: Cart
  readonly assets: readonly Asset[]
  readonly onRemove: () => void
  readonly onDownload: () => void
  readonly onCopy: (() => void) | undefined
  /** Missing: what is shown is not the order of the cart. */
  readonly onMove: ((target: MoveTarget) => void) | undefined
  readonly onCover: () => void
  readonly onClear: () => void
}

/** What can be done with the selected assets of a cart; floats over the foot of the wall. Delete removes. */
export function CartSelectionBar({
  cart,
  assets,
  onRemove,
  onDownload,
  onCopy,
  onMove,
  onCover,
  onClear,
}: CartSelectionBarProps) {
  const intl = useIntl()
  const { edit, download } = cart.permissions
  const [one] = assets
  useHotkeys([
    [
      'Delete',
      () => {
        if (edit) onRemove()
      },
    ],
  ])
  return (
    <section
      className={classes.bar}
      data-selection-bar
      aria-label={intl.formatMessage({ id: 'selection.bar' })}
    >
      <Text fw={600} className={classes.count} aria-live="polite">
        <FormattedMessage id="selection.count" values={{ count: assets.length }} />
      </Text>
      {download && (
        <Button
          size="xs"
          leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
          onClick={onDownload}
        >
          <FormattedMessage id="selection.download" />
        </Button>
      )}
      {onCopy && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconShoppingBagPlus size={16} stroke={1.7} aria-hidden />}
          onClick={onCopy}
        >
          <FormattedMessage id="cart.copy" />
        </Button>
      )}
      {one && assets.length === 1 && <SimilarLink key={one.id} asset={one} size="xs" />}
      {edit && onMove && <MoveMenu onMove={onMove} />}
      {edit && assets.length === 1 && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPhotoStar size={16} stroke={1.7} aria-hidden />}
          onClick={onCover}
        >
          <FormattedMessage id="cart.cover" />
        </Button>
      )}
      {edit && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
          onClick={onRemove}
        >
          <FormattedMessage id="cart.remove" />
        </Button>
      )}
      <Tooltip label={<FormattedMessage id="selection.clear" />}>
        <ActionIcon onClick={onClear} aria-label={intl.formatMessage({ id: 'selection.clear' })}>
          <IconX size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </section>
  )
}
