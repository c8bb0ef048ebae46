import { calls, readsOf, type ListedAccount } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Button, Group, Select, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState, type RefObject } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '../../../components/empty-state/empty-state.tsx'
import { ErrorViewOf } from '../../../components/error-view/error-view.tsx'
import { RoleSelect } from '../role-select.tsx'
import { useLastAnswer } from '../use-last-answer.ts'
import { accountPage } from './account-page.ts'
import { AccountDrawer } from './account-drawer.tsx'
import { AccountTable } from './account-table.tsx'
import { EndingKeys } from './applications/ending-keys.tsx'
import { NewAccount } from './new-account.tsx'
import classes from '../people.module.css'

/** What accounts are found by. */
export interface AccountFilter {
  readonly search: string
  readonly role: number | null
  readonly state: ListedAccount['state'] | null
}

const everything: AccountFilter = { search: '', role: null, state: null }
const states = ['active', 'invited', 'disabled'] as const
const typingPauseMs = 250

/** Users, or applications: found, opened, made. */
export function AccountsSection({ kind }: { readonly kind: ListedAccount['kind'] }) {
  const { account } = useSearch({ from: '/frame/administration' })
  const navigate = useNavigate()
  const [filter, setFilter] = useState<AccountFilter>(everything)
  const [settled] = useDebouncedValue(filter, typingPauseMs)
  const [making, setMaking] = useState(false)
  const reads = readsOf(useClient())
  const { search, role, state } = settled
  const parameters = {
    kind,
    search,
    max: accountPage,
    ...(role === null ? {} : { role }),
    ...(state === null ? {} : { state }),
  }
  const first = useRead(calls.findAccounts, { ...parameters, start: 0 }, { freshMs: 0 })
  const isFiltered = search !== '' || role !== null || state !== null
  const shown = useLastAnswer({ parameters, isFiltered }, first.data?.total)
  const searchBox = useRef<HTMLInputElement>(null)
  const section = `${kind}s`
  const open = (id?: number) =>
    void navigate({
      to: '/administration',
      search: { section, ...(id === undefined ? {} : { account: String(id) }) },
    })
  const showAll = (): void => {
    setFilter(everything)
    searchBox.current?.focus()
  }
  return (
    <section className={classes.section} aria-labelledby="accounts-title">
      <AccountFilters
        kind={kind}
        filter={filter}
        total={shown?.answer}
        searchBox={searchBox}
        onChange={setFilter}
        onNew={() => setMaking(true)}
      />
      {kind === 'application' && <EndingKeys />}
      {first.error !== null && first.data === undefined ? (
        <ErrorViewOf error={first.error} onRetry={() => reads.invalidate(calls.findAccounts)} />
      ) : shown === null ? (
        <Stack p="md">
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} h={32} />
          ))}
        </Stack>
      ) : shown.answer === 0 ? (
        <EmptyState
          text={
            <FormattedMessage id={shown.asked.isFiltered ? 'accounts.noneFound' : `accounts.none.${kind}`} />
          }
          label={
            <FormattedMessage id={shown.asked.isFiltered ? 'accounts.showAll' : `accounts.new.${kind}`} />
          }
          onAction={() => (shown.asked.isFiltered ? showAll() : setMaking(true))}
          takesFocus
        />
      ) : (
        <AccountTable parameters={shown.asked.parameters} total={shown.answer} onOpen={open} />
      )}
      {typeof account === 'string' && (
        <AccountDrawer key={account} id={Number(account)} onClose={() => open()} />
      )}
      {making && <NewAccount kind={kind} onClose={() => setMaking(false)} />}
    </section>
  )
}

interface AccountFiltersProps {
  readonly kind: ListedAccount['kind']
  readonly filter: AccountFilter
  readonly total: number | undefined
  readonly searchBox: RefObject<HTMLInputElement | null>
  readonly onChange: (filter: AccountFilter) => void
  readonly onNew: () => void
}

function AccountFilters({ kind, filter, total, searchBox, onChange, onNew }: AccountFiltersProps) {
  const intl = useIntl()
  const search = intl.formatMessage({ id: `accounts.search.${kind}` })
  return (
    <Group className={classes.head} gap="sm">
      <div className={classes.titles}>
        <Title order={1} fz="lg" id="accounts-title">
          <FormattedMessage id={`administration.section.${kind}s`} />
        </Title>
        <Text fz="sm" c="dimmed" aria-live="polite">
          {total !== undefined && <FormattedMessage id="accounts.count" values={{ kind, count: total }} />}
        </Text>
      </div>
      <TextInput
        ref={searchBox}
        className={classes.search}
        type="search"
        value={filter.search}
        maxLength={200}
        onChange={(event) => onChange({ ...filter, search: event.currentTarget.value })}
        aria-label={search}
        placeholder={search}
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      />
      <RoleSelect
        className={classes.select}
        clearable
        value={filter.role}
        onChange={(role) => onChange({ ...filter, role })}
        aria-label={intl.formatMessage({ id: 'accounts.role' })}
        placeholder={intl.formatMessage({ id: 'accounts.anyRole' })}
      />
      <Select
        className={classes.select}
        clearable
        data={states.map((value) => ({
          value,
          label: intl.formatMessage({ id: `accounts.state.${kind}.${value}` }),
        }))}
        value={filter.state}
        onChange={(state) => onChange({ ...filter, state: states.find((one) => one === state) ?? null })}
        aria-label={intl.formatMessage({ id: 'accounts.state' })}
        placeholder={intl.formatMessage({ id: 'accounts.anyState' })}
      />
      <Button
        className={classes.add}
        leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
        onClick={onNew}
      >
        <FormattedMessage id={`accounts.new.${kind}`} />
      </Button>
    </Group>
  )
}
