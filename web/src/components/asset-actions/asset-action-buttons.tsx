import type { Asset } from '@cartouche/contract'
import { ActionIcon, Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import { MarkMenuButton } from '../marks/mark-menu.tsx'
import { SelectionBar } from '../selection/selection-bar.tsx'
import { useAssetActions, type ActionPlace, type PlacedTarget } from './action-context.ts'
import { actionIcons } from './action-icons.ts'
import { countOf, type ActionId } from './asset-actions.ts'
import classes from './asset-actions.module.css'

/** What most people want stands beside the menu, in its order. */
const frequent: readonly ActionId[] = ['share', 'download', 'addToCart', 'edit']

/** What can be done with the selected assets of a list; floats over its foot. */
export function AssetSelectionBar({
  target,
  onClear,
  children,
}: {
  readonly target: PlacedTarget
  readonly onClear: () => void
  /** What the place does with them. */
  readonly children?: ReactNode
}) {
  return (
    <SelectionBar count={countOf(target)} onClear={onClear}>
      <FrequentActions target={target} size="xs" />
      <MarkMenuButton target={target} />
      {children}
      <MoreActions target={target} />
    </SelectionBar>
  )
}

/** What can be done with one asset, above all that is known of it. */
export function AssetActionBar({ asset, place }: { readonly asset: Asset; readonly place: ActionPlace }) {
  const target = { assets: [asset], place }
  return (
    <div className={classes.actions}>
      <FrequentActions target={target} size="compact-md" without="edit" labelled={2} />
      <MoreActions target={target} />
    </div>
  )
}

function FrequentActions({
  target,
  size,
  without,
  labelled = frequent.length,
}: {
  readonly target: PlacedTarget
  readonly size: 'xs' | 'compact-md'
  readonly without?: ActionId
  /** How many have their labels, where there is no room for all. */
  readonly labelled?: number
}) {
  const intl = useIntl()
  const actions = useAssetActions()
  const entries = actions
    .entriesOf(target)
    .filter(({ id, reason }) => frequent.includes(id) && id !== without && reason === undefined)
  return entries.map(({ id, label }, index) => {
    const Icon = actionIcons[id]
    const text = intl.formatMessage({ id: label })
    const run = (): void => actions.run(id, target)
    return index < labelled ? (
      <Button
        key={id}
        size={size}
        variant={index === 0 ? 'filled' : 'default'}
        className={classes.button}
        leftSection={<Icon size={16} stroke={1.7} aria-hidden />}
        onClick={run}
      >
        <span className={classes.label}>{text}</span>
      </Button>
    ) : (
      <Tooltip key={id} label={text}>
        <ActionIcon variant="default" size={30} aria-label={text} onClick={run}>
          <Icon size={17} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    )
  })
}

/** Opens the menu of a target under its button. */
export function MoreActions({
  target,
  tabIndex,
}: {
  readonly target: PlacedTarget
  readonly tabIndex?: number
}) {
  const intl = useIntl()
  const actions = useAssetActions()
  const label = intl.formatMessage(
    { id: target.results ? 'assetActions.allMenu' : 'assetActions.more' },
    { count: countOf(target) },
  )
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={target.results ? 'subtle' : 'default'}
        size={30}
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-label={label}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect()
          actions.openMenu(target, { x: left, y: bottom }, currentTarget)
        }}
      >
        <IconDots size={18} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}
