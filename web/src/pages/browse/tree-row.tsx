import { ActionIcon, CheckboxIndicator, Loader, type RenderTreeNodePayload } from '@mantine/core'
import { IconChevronRight, IconDots } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { FormattedNumber, useIntl } from 'react-intl'
import type { Point } from '../../components/asset-actions/action-context.ts'
import classes from './facets.module.css'

interface TreeRowProps extends RenderTreeNodePayload {
  /** Hits under the node with all below it; undefined until they are known. */
  readonly count: number | undefined
  /** Whether the row brings more children and is no node itself. */
  readonly isMore: boolean
  readonly onToggle: (value: string) => void
  /** Opens the menu of what is linked to the node. */
  readonly onMenu: (
    node: { readonly value: string; readonly label: string },
    at: Point,
    opener: HTMLElement | null,
  ) => void
}

/** One row of a tree of the filters: opened by its chevron, chosen by the rest of it. */
export function TreeRow({
  node,
  expanded,
  hasChildren,
  selected,
  isLoading,
  elementProps,
  tree,
  count,
  isMore,
  onToggle,
  onMenu,
}: TreeRowProps) {
  const intl = useIntl()
  const open = (event: MouseEvent): void => {
    event.stopPropagation()
    tree.toggleExpanded(node.value)
  }
  const name = typeof node.label === 'string' ? node.label : node.value
  const openMenu = (event: MouseEvent<HTMLElement>): void => {
    event.stopPropagation()
    const { left, bottom } = event.currentTarget.getBoundingClientRect()
    onMenu(
      { value: node.value, label: name },
      { x: left, y: bottom },
      event.currentTarget.closest<HTMLElement>('[role=treeitem]'),
    )
  }
  const { onClick, className, style } = elementProps
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the row answers the mouse; the tree item around it answers the keyboard
    <div
      {...elementProps}
      className={`${className} ${classes.treeRow}`}
      style={style}
      data-more={isMore || undefined}
      data-empty={count === 0 || undefined}
      onClick={(event) => {
        onClick(event)
        onToggle(node.value)
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- arrow keys of the tree do the same */}
      <span
        className={classes.treeChevron}
        onClick={hasChildren ? open : undefined}
        data-open={expanded || undefined}
        aria-hidden
      >
        {isLoading ? <Loader size={12} /> : hasChildren && <IconChevronRight size={14} stroke={2} />}
      </span>
      {!isMore && <CheckboxIndicator size="xs" checked={selected} aria-hidden />}
      <span className={isMore ? classes.more : classes.name} data-name>
        {node.label}
      </span>
      {!isMore && (
        <span className={classes.count}>{count !== undefined && <FormattedNumber value={count} />}</span>
      )}
      {!isMore && (
        <ActionIcon
          className={classes.treeDots}
          size={22}
          color="gray"
          // The right button and the menu key on the row do the same.
          tabIndex={-1}
          // It would be a part of the row's name.
          aria-hidden
          title={intl.formatMessage({ id: 'assetActions.menu' }, { name })}
          onClick={openMenu}
        >
          <IconDots size={15} stroke={1.7} />
        </ActionIcon>
      )}
    </div>
  )
}
