import { Menu, UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import type { NavItem } from './navigation.ts'
import { TodoCount } from './todo-count.tsx'
import classes from './rail.module.css'

/** A phone of 360 px has room for the names of so many. */
const maxShown = 5
/** Which rooms stand in the bar where not all can: what people do on a phone. */
const first: readonly NavItem['to'][] = ['/', '/browse', '/carts', '/todo', '/import', '/searches']

/** The rooms at the bottom of a phone, in reach of the thumb; those without a place in a menu at its end. */
export function BottomBar({ items }: { readonly items: readonly NavItem[] }) {
  const intl = useIntl()
  const { shown, more } = divide(items)
  return (
    <nav className={classes.bottomBar} aria-label={intl.formatMessage({ id: 'nav.main' })}>
      {shown.map(({ to, label, short = label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          className={classes.bottomRoom}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          aria-label={intl.formatMessage({ id: label })}
          aria-describedby={to === '/todo' ? 'todo-count-bar' : undefined}
        >
          <Icon size={22} stroke={1.6} aria-hidden />
          <span>
            <FormattedMessage id={short} />
          </span>
          {to === '/todo' && <TodoCount id="todo-count-bar" />}
        </Link>
      ))}
      {more.length > 0 && <MoreRooms items={more} />}
    </nav>
  )
}

function MoreRooms({ items }: { readonly items: readonly NavItem[] }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const isInside = items.some(({ to }) => path === to || path.startsWith(`${to}/`))
  return (
    <Menu position="top-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.bottomRoom} data-status={isInside ? 'active' : undefined}>
          <IconDots size={22} stroke={1.6} aria-hidden />
          <span>
            <FormattedMessage id="nav.more" />
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ to, label, icon: Icon }) => (
          <Menu.Item
            key={to}
            component={Link}
            to={to}
            py={10}
            leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
          >
            <FormattedMessage id={label} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function divide(items: readonly NavItem[]) {
  if (items.length <= maxShown) return { shown: items, more: [] }
  const inBar = new Set(first.filter((to) => items.some((item) => item.to === to)).slice(0, maxShown - 1))
  return { shown: items.filter(({ to }) => inBar.has(to)), more: items.filter(({ to }) => !inBar.has(to)) }
}
