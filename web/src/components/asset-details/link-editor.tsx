import { calls } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import type { Link } from './asset-fields.ts'

export interface LinkEditorProps {
  readonly label: string
  /** Its name for screen readers where no label is shown. */
  readonly ariaLabel?: string | undefined
  /** Resource path of what can be linked. */
  readonly path: string
  readonly single: boolean
  readonly ids: readonly number[]
  /** Names that are known already. */
  readonly known: readonly Link[]
  readonly onIds: (ids: readonly number[]) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  readonly withAsterisk?: boolean
  readonly error?: ReactNode
  /** Ids that are not offered. */
  readonly without?: readonly number[]
}

/** Picks linked entities, for example keywords, by typing; who may create them can add a new one. */
export function LinkEditor({ label, ariaLabel, path, single, ids, known, onIds, onKeyDown, withAsterisk = false, error = null, without = [] }: LinkEditorProps) {
  const intl = useIntl()
  const { entities, session } = useClient()
  const [sought, setSought] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [created, setCreated] = useState<readonly Link[]>([])
  const [asked] = useDebouncedValue(sought.trim(), 200)
  const found = useRead(calls.findEntities, { path, max: 50, orderby: 'name asc', withAggregates: false, ...(asked === '' ? {} : { fulltext: asked }) })
  const offered = (found.data?.response.data ?? []).flatMap((one): Link[] => (typeof one === 'string' ? [] : [{ id: one.id, name: one.name ?? String(one.id) }]))
  const all = [...new Map([...known, ...created, ...offered].map((link) => [link.id, link])).values()].filter(({ id }) => !without.includes(id))
  const isNew = sought.trim() !== '' && session.can(`${path.slice(path.lastIndexOf('/') + 1)}/create`) && !all.some(({ name }) => name.toLowerCase() === sought.trim().toLowerCase())

  const create = async (name: string): Promise<void> => {
    const entity = await entities.create(path, { name })
    if (entity === null) return
    setCreated([...created, { id: entity.id, name }])
    onIds(single ? [entity.id] : [...ids, entity.id])
  }
  const choose = (values: readonly string[]): void => {
    setSought('')
    // One is picked: what stood behind the list is seen again.
    if (single) setOpen(false)
    const fresh = values.find((value) => value.startsWith('new:'))
    if (fresh === undefined) return onIds((single ? values.slice(-1) : values).map(Number))
    create(fresh.slice(4)).catch((error: unknown) => notifications.show({ color: 'red', message: errorText(intl, error) }))
  }
  return (
    <MultiSelect
      label={label === '' ? undefined : label} aria-label={ariaLabel} onKeyDown={onKeyDown} searchable clearable hidePickedOptions limit={50} maxDropdownHeight={260}
      withAsterisk={withAsterisk} error={error}
      dropdownOpened={isOpen} onDropdownOpen={() => setOpen(true)} onDropdownClose={() => setOpen(false)}
      value={ids.map(String)} onChange={choose} searchValue={sought} onSearchChange={setSought}
      data={[...all.map(({ id, name }) => ({ value: String(id), label: name })), ...(isNew ? [{ value: `new:${sought.trim()}`, label: `+ ${sought.trim()}` }] : [])]}
      nothingFoundMessage={<FormattedMessage id="pickLinks.none" />}
    />
  )
}
