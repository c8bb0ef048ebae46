import { ActionIcon } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import type { NavItem } from './navigation.ts'
import { TodoCount } from './todo-count.tsx'
import classes from './rail.module.css'

export interface RailProps {
  readonly items: readonly NavItem[]
  readonly folded: boolean
  readonly onFold: (folded: boolean) => void
}

/** The navigation at the left, folding to icons. */
export function Rail({ items, folded, onFold }: RailProps) {
  const intl = useIntl()
  const foldLabel = intl.formatMessage({ id: folded ? 'nav.unfold' : 'nav.fold' })
  return (
    <nav
      className={classes.rail}
      data-folded={folded || undefined}
      aria-label={intl.formatMessage({ id: 'nav.main' })}
    >
      <ul className={classes.rooms}>
        {items.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Tooltip label={<FormattedMessage id={label} />} position="right" disabled={!folded}>
              <Link
                to={to}
                className={classes.room}
                activeOptions={{ exact: to === '/', includeSearch: false }}
                aria-label={intl.formatMessage({ id: label })}
                aria-describedby={to === '/todo' ? 'todo-count-rail' : undefined}
              >
                <Icon size={20} stroke={1.6} aria-hidden />
                <span className={classes.label}>
                  <FormattedMessage id={label} />
                </span>
                {to === '/todo' && <TodoCount id="todo-count-rail" />}
              </Link>
            </Tooltip>
          </li>
        ))}
      </ul>
      <Tooltip label={foldLabel} position="right">
        <ActionIcon
          onClick={() => onFold(!folded)}
          aria-label={foldLabel}
          aria-expanded={!folded}
          className={classes.fold}
        >
          {folded ? (
            <IconLayoutSidebarLeftExpand size={18} stroke={1.6} />
          ) : (
            <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} />
          )}
        </ActionIcon>
      </Tooltip>
    </nav>
  )
}
