import { assetActions, type Asset, type AssetAction } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { ActionIcon, Button, Menu, Text, Tooltip } from '@mantine/core'
import { IconChevronDown, IconDownload, IconPencil, IconShoppingBagPlus, IconX } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { SimilarLink } from '../../components/similar-pictures/similar-link.tsx'
import { useTakeAction } from './use-take-action.ts'
import classes from './selection-bar.module.css'

export interface SelectionBarProps {
  readonly assets: readonly Asset[]
  readonly onAddToCart?: ((ids: readonly number[], to: 'asked' | 'last') => void) | undefined
  /** Asks what a download of them shall hold; undefined for who may take none. */
  readonly onDownload?: ((ids: readonly number[]) => void) | undefined
  /** Opens the panel that changes them all; undefined for who may not. */
  readonly onEdit?: (() => void) | undefined
  readonly onClear: () => void
}

/** What can be done with the selected assets; floats over the foot of the list. */
export function SelectionBar({ assets, onAddToCart, onDownload, onEdit, onClear }: SelectionBarProps) {
  const intl = useIntl()
  const { session } = useClient()
  const take = useTakeAction()
  const actions = possibleActions(assets, session.can)
  const [one] = assets
  return (
    <section
      className={classes.bar}
      data-selection-bar
      aria-label={intl.formatMessage({ id: 'selection.bar' })}
    >
      <Text fw={600} className={classes.count} aria-live="polite">
        <FormattedMessage id="selection.count" values={{ count: assets.length }} />
      </Text>
      {onAddToCart && (
        <Button
          size="xs"
          leftSection={<IconShoppingBagPlus size={16} stroke={1.7} aria-hidden />}
          onClick={() =>
            onAddToCart(
              assets.map(({ id }) => id),
              'asked',
            )
          }
        >
          <FormattedMessage id="selection.addToCart" />
        </Button>
      )}
      {onDownload && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
          onClick={() => onDownload(assets.map(({ id }) => id))}
        >
          <FormattedMessage id="selection.download" />
        </Button>
      )}
      {onEdit && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={16} stroke={1.7} aria-hidden />}
          onClick={onEdit}
        >
          <FormattedMessage id="selection.edit" values={{ count: assets.length }} />
        </Button>
      )}
      {one && assets.length === 1 && <SimilarLink key={one.id} asset={one} size="xs" />}
      {actions.length > 0 && (
        <Menu position="top-end" width={190}>
          <Menu.Target>
            <Button
              size="xs"
              variant="default"
              rightSection={<IconChevronDown size={14} stroke={1.7} aria-hidden />}
            >
              <FormattedMessage id="selection.workflow" />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map(({ action, ids }) => (
              <Menu.Item
                key={action}
                onClick={() => void take(action, ids)}
                rightSection={
                  <Text c="dimmed" fz="sm">
                    {ids.length}
                  </Text>
                }
              >
                <FormattedMessage id={`workflow.${action}`} />
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Tooltip label={<FormattedMessage id="selection.clear" />}>
        <ActionIcon onClick={onClear} aria-label={intl.formatMessage({ id: 'selection.clear' })}>
          <IconX size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </section>
  )
}

/** The workflow actions that the role grants, each with the selected assets whose status allows it. */
export function possibleActions(
  assets: readonly Asset[],
  can: (grant: string) => boolean,
): { readonly action: AssetAction; readonly ids: readonly number[] }[] {
  return (Object.keys(assetActions) as AssetAction[])
    .filter((action) => can(`asset/${action}`))
    .map((action) => ({
      action,
      ids: assets
        .filter(({ status }) => (assetActions[action].from as readonly string[]).includes(status?.name ?? ''))
        .map(({ id }) => id),
    }))
    .filter(({ ids }) => ids.length > 0)
}
