import { calls } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useState, type KeyboardEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import type { Link } from './asset-fields.ts'

export interface LinkEditorProps {
  readonly label: string
  /** Resource path of what can be linked. */
  readonly path: string
  readonly single: boolean
  readonly ids: readonly number[]
  /** Names that are known already. */
  readonly known: readonly Link[]
  readonly onIds: (ids: readonly number[]) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** Picks linked entities, for example keywords, by typing; who may create them can add a new one. */
export function LinkEditor({ label, path, single, ids, known, onIds, onKeyDown }: LinkEditorProps) {
  const intl = useIntl()
  const { entities, session } = useClient()
  const [sought, setSought] = useState('')
  const [created, setCreated] = useState<readonly Link[]>([])
  const [asked] = useDebouncedValue(sought.trim(), 200)
  const found = useRead(calls.findEntities, { path, max: 50, orderby: 'name asc', withAggregates: false, ...(asked === '' ? {} : { fulltext: asked }) })
  const offered = (found.data?.response.data ?? []).flatMap((one): Link[] => (typeof one === 'string' ? [] : [{ id: one.id, name: one.name ?? String(one.id) }]))
  const all = [...new Map([...known, ...created, ...offered].map((link) => [link.id, link])).values()]
  const isNew = sought.trim() !== '' && session.can(`${path.slice(path.lastIndexOf('/') + 1)}/create`) && !all.some(({ name }) => name.toLowerCase() === sought.trim().toLowerCase())

  const create = async (name: string): Promise<void> => {
    const entity = await entities.create(path, { name })
    if (entity === null) return
    setCreated([...created, { id: entity.id, name }])
    onIds(single ? [entity.id] : [...ids, entity.id])
  }
  const choose = (values: readonly string[]): void => {
    setSought('')
    const fresh = values.find((value) => value.startsWith('new:'))
    if (fresh === undefined) return onIds((single ? values.slice(-1) : values).map(Number))
    create(fresh.slice(4)).catch((error: unknown) => notifications.show({ color: 'red', message: errorText(intl, error) }))
  }
  return (
    <MultiSelect
      label={label} onKeyDown={onKeyDown} searchable clearable hidePickedOptions limit={50} maxDropdownHeight={260}
      value={ids.map(String)} onChange={choose} searchValue={sought} onSearchChange={setSought}
      data={[...all.map(({ id, name }) => ({ value: String(id), label: name })), ...(isNew ? [{ value: `new:${sought.trim()}`, label: `+ ${sought.trim()}` }] : [])]}
      nothingFoundMessage={<FormattedMessage id="pickLinks.none" />}
    />
  )
}
