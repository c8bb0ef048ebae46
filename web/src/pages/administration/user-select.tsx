import { calls, type ListedAccount } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'

type UserSelectProps = Omit<
  SelectProps,
  'data' | 'value' | 'onChange' | 'searchValue' | 'onSearchChange' | 'filter'
> & {
  readonly value: number | null
  readonly onChange: (id: number | null) => void
  /** Who is not offered. */
  readonly except?: number
  readonly kind?: 'user' | 'application'
}

const offered = 30
const typingPauseMs = 200

/** One user of all, found by typing a part of the name, the login or the e-mail address. */
export function UserSelect({ value, onChange, except, kind = 'user', ...props }: UserSelectProps) {
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search, typingPauseMs)
  const { data } = useRead(calls.findAccounts, { kind, search: settled, max: offered })
  const chosen = useChosen(value)
  const listed = (data?.accounts ?? []).filter(({ id }) => id !== except && id !== chosen?.id)
  const options = [...(chosen === null ? [] : [chosen]), ...listed].map(({ id, name, login }) => ({
    value: String(id),
    label: name === login ? name : `${name} (${login})`,
  }))
  return (
    <Select
      {...props}
      searchable
      data={options}
      filter={({ options: all }) => all}
      value={value === null ? null : String(value)}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}

/** Who is chosen: shown by name, though not among those that are offered. */
function useChosen(id: number | null): ListedAccount | null {
  const client = useClient()
  const [account, setKnown] = useState<ListedAccount | null>(null)
  useEffect(() => {
    if (id === null) return
    let left = false
    client.call(calls.getAccount, { id }).then(
      (account) => {
        if (!left) setKnown(account)
      },
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [client, id])
  return account?.id === id ? account : null
}
