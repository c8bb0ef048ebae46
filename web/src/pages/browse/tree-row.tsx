import { CheckboxIndicator, Loader, type RenderTreeNodePayload } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { FormattedNumber } from 'react-intl'
import classes from './facets.module.css'

interface TreeRowProps extends RenderTreeNodePayload {
  /** Hits under the node with all below it; undefined until they are known. */
  readonly count: number | undefined
  /** Whether the row brings more children and is no node itself. */
  readonly isMore: boolean
  readonly onToggle: (value: string) => void
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
}: TreeRowProps) {
  const open = (event: MouseEvent): void => {
    event.stopPropagation()
    tree.toggleExpanded(node.value)
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
    </div>
  )
}
