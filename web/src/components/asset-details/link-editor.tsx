import { calls } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import type { Link } from './asset-fields.ts'
import classes from './asset-details.module.css'
import { newLinksAmong } from './new-links.ts'
import { usePointerUp } from './use-pointer-up.ts'
import { useTypedLinks } from './use-typed-links.ts'

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
  /** What holds where none is picked. */
  readonly placeholder?: string
  /** Ids that are not offered. */
  readonly without?: readonly number[]
  /**
   * When a new entity is created: with the form, which calls `createNewLinks`, or at once where every change
   * is saved at once. Without it, what is there can be picked and nothing else.
   */
  readonly creates?: 'on-save' | 'at-once'
}

/**
 * Picks linked entities, for example keywords, by typing: Enter and comma take the first match, or a new one
 * where the person may create it; what is typed when the field is left is taken, too. The list pushes down
 * what follows, so that it covers nothing.
 */
export function LinkEditor({
  label,
  ariaLabel,
  path,
  single,
  ids,
  known,
  onIds,
  onKeyDown,
  withAsterisk = false,
  error = null,
  placeholder,
  without = [],
  creates,
}: LinkEditorProps) {
  const intl = useIntl()
  const { session } = useClient()
  const root = useRef<HTMLDivElement>(null)
  const { isOpen, setOpen } = useListOpen()
  const [added, setAdded] = useState<readonly Link[]>([])
  const mayCreate = creates !== undefined && session.can(`${path.slice(path.lastIndexOf('/') + 1)}/create`)
  const showError = (failure: unknown): void => {
    notifications.show({ color: 'red', message: errorText(intl, failure) })
  }
  const typed = useTypedLinks({
    root,
    path,
    single,
    ids,
    onIds,
    mayCreate,
    createsAtOnce: creates === 'at-once',
    offered: [...known, ...added],
    without,
    onError: showError,
    onLink: (link) => setAdded((links) => [...links, link]),
  })
  const { sought } = typed
  const [asked] = useDebouncedValue(sought.trim(), 200)
  const found = useRead(calls.findEntities, {
    path,
    max: 50,
    orderby: 'name asc',
    withAggregates: false,
    ...(asked === '' ? {} : { fulltext: asked }),
  })
  const listed = (found.data?.response.data ?? []).flatMap((one): Link[] =>
    typeof one === 'string' ? [] : [{ id: one.id, name: one.name ?? String(one.id) }],
  )
  const all = [
    ...new Map(
      [...known, ...added, ...newLinksAmong(ids), ...listed].map((link) => [link.id, link]),
    ).values(),
  ].filter(({ id }) => !without.includes(id))
  const isNew =
    sought.trim() !== '' &&
    mayCreate &&
    !all.some(({ name }) => name.toLowerCase() === sought.trim().toLowerCase())
  const choose = (values: readonly string[]): void => {
    typed.setSought('')
    // One is picked: what stood behind the list is seen again.
    if (single) setOpen(false)
    const fresh = values.find((value) => value.startsWith('new:'))
    if (fresh === undefined) return onIds((single ? values.slice(-1) : values).map(Number))
    typed.create(fresh.slice(4)).catch(showError)
  }
  return (
    <div ref={root}>
      <MultiSelect
        label={label === '' ? undefined : label}
        aria-label={ariaLabel}
        placeholder={ids.length === 0 ? placeholder : undefined}
        searchable
        clearable
        hidePickedOptions
        limit={50}
        maxDropdownHeight={220}
        withAsterisk={withAsterisk}
        error={error ?? (typed.isUnknown ? <FormattedMessage id="pickLinks.none" /> : null)}
        comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
        classNames={{ dropdown: classes.list }}
        dropdownOpened={isOpen}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        value={ids.map(String)}
        onChange={choose}
        searchValue={sought}
        onSearchChange={typed.setSought}
        onFocus={typed.onFocus}
        onBlur={typed.onBlur}
        onKeyDown={(event) => {
          typed.onKeyDown(event)
          if (!event.defaultPrevented) onKeyDown(event)
        }}
        data={[
          ...all.map(({ id, name }) => ({ value: String(id), label: name })),
          ...(isNew
            ? [
                {
                  value: `new:${sought.trim()}`,
                  label: intl.formatMessage({ id: 'pickLinks.create' }, { name: sought.trim() }),
                },
              ]
            : []),
        ]}
        nothingFoundMessage={<FormattedMessage id="pickLinks.none" />}
      />
    </div>
  )
}

/** Whether the list is open. A click beside it is made before it closes and what is below moves up. */
function useListOpen(): { isOpen: boolean; setOpen: (isOpen: boolean) => void } {
  const [isOpen, show] = useState(false)
  const whenUp = usePointerUp()
  return { isOpen, setOpen: (next) => (next ? show(true) : whenUp(() => show(false))) }
}
