import type { Asset } from '@cartouche/contract'
import { ActionIcon, Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import { MarkMenuButton } from '../marks/mark-menu.tsx'
import { SelectionBar } from '../selection/selection-bar.tsx'
import { SelectionButton } from '../selection/selection-button.tsx'
import { useAssetActions, type ActionPlace, type PlacedTarget } from './action-context.ts'
import { actionIcons } from './action-icons.ts'
import { countOf, type ActionId } from './asset-actions.ts'
import classes from './asset-actions.module.css'

/** What most people want stands beside the menu, in its order. */
const frequentIds: readonly ActionId[] = ['share', 'download', 'addToCart', 'edit']

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
  const frequent = useFrequentActions(target)
  return (
    <SelectionBar count={countOf(target)} onClear={onClear}>
      {frequent.map(({ id, text, run }, index) => (
        <SelectionButton
          key={id}
          Icon={actionIcons[id]}
          variant={index === 0 ? 'filled' : 'default'}
          onClick={run}
        >
          {text}
        </SelectionButton>
      ))}
      <MarkMenuButton target={target} hides={children === undefined ? 'spare' : 'rare'} />
      {children}
      <MoreActions target={target} />
    </SelectionBar>
  )
}

/** What can be done with one asset, above all that is known of it; two have the room for their labels. */
export function AssetActionBar({ asset, place }: { readonly asset: Asset; readonly place: ActionPlace }) {
  const target = { assets: [asset], place }
  const frequent = useFrequentActions(target).filter(({ id }) => id !== 'edit')
  return (
    <div className={classes.actions}>
      {frequent.map(({ id, text, run }, index) => {
        const Icon = actionIcons[id]
        return index < 2 ? (
          <Button
            key={id}
            size="compact-md"
            variant={index === 0 ? 'filled' : 'default'}
            className={classes.button}
            leftSection={<Icon size={16} stroke={1.7} aria-hidden />}
            onClick={run}
          >
            {text}
          </Button>
        ) : (
          <Tooltip key={id} label={text}>
            <ActionIcon variant="default" size={30} aria-label={text} onClick={run}>
              <Icon size={17} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        )
      })}
      <MoreActions target={target} />
    </div>
  )
}

function useFrequentActions(target: PlacedTarget) {
  const intl = useIntl()
  const actions = useAssetActions()
  return actions
    .entriesOf(target)
    .filter(({ id, reason }) => frequentIds.includes(id) && reason === undefined)
    .map(({ id, label }) => ({
      id,
      text: intl.formatMessage({ id: label }),
      run: (): void => actions.run(id, target),
    }))
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
