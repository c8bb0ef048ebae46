import { calls, type CallParameters, type Calls } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { Skeleton, Table, Text, UnstyledButton } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { roleText } from '../../../components/asset-text/role-text.ts'
import { takeLostFocus } from '../../../components/empty-state/take-lost-focus.ts'
import { formatAgo } from '../../../translations/format.ts'
import { accountPage } from './account-page.ts'
import { AccountState } from './account-state.tsx'
import classes from '../people.module.css'

interface AccountTableProps {
  readonly parameters: CallParameters<Calls['findAccounts']>
  readonly total: number
  readonly onOpen: (id: number) => void
}

const rowPx = 52
const columns = ['name', 'login', 'role', 'state', 'seen'] as const
/** What a phone has no room for. */
const narrow = {
  name: classes.cell,
  login: `${classes.cell} ${classes.wide}`,
  role: `${classes.cell} ${classes.wide}`,
  state: classes.stateCell,
  seen: `${classes.seenCell} ${classes.wide}`,
} as const

/**
 * Accounts as rows; only those near the window are in the page and asked for. Arrow keys go from one to the
 * next.
 */
export function AccountTable({ parameters, total, onOpen }: AccountTableProps) {
  const intl = useIntl()
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer is read in this component alone, nothing memoized receives it
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
    useFlushSync: false,
  })
  const lastFocused = useRef<string>(undefined)
  const asked = JSON.stringify(parameters)
  // Another list begins at its top. The focus follows the account that had it, or goes to the first.
  useEffect(() => {
    const rows = scroller.current
    const account = rows?.querySelector<HTMLElement>(`[data-account="${lastFocused.current}"]`)
    const row = account ?? rows?.querySelector<HTMLElement>('[data-account]') ?? null
    rows?.scrollTo(0, 0)
    if (rows?.contains(document.activeElement)) row?.focus()
    else takeLostFocus(row)
  }, [asked])
  const walk = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const from = document.activeElement?.closest('[data-row]')?.getAttribute('data-row')
    if (step === 0 || from === null || from === undefined) return
    event.preventDefault()
    const next = Math.min(total - 1, Math.max(0, Number(from) + step))
    virtualizer.scrollToIndex(next)
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-row="${next}"] button`)?.focus(),
    )
  }
  const items = virtualizer.getVirtualItems()
  const [above, below] = [items[0]?.start ?? 0, virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)]
  return (
    <div ref={scroller} className={classes.entries}>
      <Table
        stickyHeader
        layout="fixed"
        highlightOnHover
        aria-rowcount={total + 1}
        aria-label={intl.formatMessage({ id: `administration.section.${parameters.kind ?? 'user'}s` })}
      >
        <Table.Thead>
          <Table.Tr aria-rowindex={1}>
            {columns.map((column) => (
              <Table.Th key={column} className={narrow[column]}>
                <FormattedMessage
                  id={
                    column === 'login' && parameters.kind === 'application'
                      ? 'accounts.key'
                      : `accounts.${column}`
                  }
                />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Spacer heightPx={above} />
          {items.map(({ index }) => (
            <Table.Tr key={index} aria-rowindex={index + 2} data-row={index} h={rowPx}>
              <AccountCells
                parameters={parameters}
                index={index}
                onOpen={onOpen}
                onKeyDown={walk}
                onFocus={(event) => (lastFocused.current = event.currentTarget.dataset['account'])}
              />
            </Table.Tr>
          ))}
          <Spacer heightPx={below} />
        </Table.Tbody>
      </Table>
    </div>
  )
}

/** Stands for the rows that are not in the page. */
function Spacer({ heightPx }: { readonly heightPx: number }) {
  return heightPx > 0 ? <tr aria-hidden style={{ height: heightPx }} /> : null
}

interface AccountCellsProps {
  readonly parameters: CallParameters<Calls['findAccounts']>
  readonly index: number
  readonly onOpen: (id: number) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void
}

/** The cells of one row, from the page that it stands on; rows of one page share its answer. */
function AccountCells({ parameters, index, onOpen, onKeyDown, onFocus }: AccountCellsProps) {
  const intl = useIntl()
  const start = Math.floor(index / accountPage) * accountPage
  const { data } = useRead(calls.findAccounts, { ...parameters, start }, { freshMs: 0 })
  const account = data?.accounts[index - start]
  if (account === undefined)
    return (
      <Table.Td colSpan={columns.length}>
        <Skeleton h={20} />
      </Table.Td>
    )
  const { id, kind, name, login, email, role, state, lastSeenAt } = account
  return (
    <>
      <Table.Td className={narrow.name}>
        <UnstyledButton
          className={classes.name}
          data-account={id}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onClick={() => onOpen(id)}
        >
          {name}
        </UnstyledButton>
        {email !== null && (
          <Text fz="xs" c="dimmed" truncate>
            {email}
          </Text>
        )}
      </Table.Td>
      <Table.Td className={narrow.login}>{login}</Table.Td>
      <Table.Td className={narrow.role}>
        {role ? (
          roleText(intl, role.name)
        ) : (
          <Text span c="dimmed">
            <FormattedMessage id="accounts.noRole" />
          </Text>
        )}
      </Table.Td>
      <Table.Td className={narrow.state}>
        <AccountState kind={kind} state={state} />
      </Table.Td>
      <Table.Td className={narrow.seen}>
        {lastSeenAt === null ? '–' : <time dateTime={lastSeenAt}>{formatAgo(intl, lastSeenAt)}</time>}
      </Table.Td>
    </>
  )
}
