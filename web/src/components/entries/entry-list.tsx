import type { EntityData, FieldHeader } from '@cartouche/client'
import { useSchema, type CursorActions } from '@cartouche/react'
import type { CursorSnapshot } from '@cartouche/client'
import { Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useIntl, type IntlShape } from 'react-intl'
import { valueAt } from '../asset-details/asset-fields.ts'
import { fieldText } from '../asset-details/field-text.ts'
import { ErrorViewOf } from '../error-view/error-view.tsx'
import { EntryMenu, type EntryActions } from './entry-menu.tsx'
import classes from './entries.module.css'

const rowPx = 52
/** Lines before the end at which the next page is asked for. */
const rowsAhead = 30
/** Fields that a line shows beside the name. */
const fieldsShown = 3

interface EntryListProps {
  readonly label: string
  readonly path: string
  readonly cursor: CursorSnapshot & { readonly actions: CursorActions }
  readonly actions: EntryActions
}

/**
 * The entries of a resource that is no tree, page by page; only the lines near the window are in the page.
 */
export function EntryList({ label, path, cursor, actions }: EntryListProps) {
  const intl = useIntl()
  const { fields } = useSchema(path)
  const scroller = useRef<HTMLDivElement>(null)
  const { list, hasNext, status, hasData, error } = cursor
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer is read in this component alone, nothing memoized receives it
  const virtualizer = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => list.at(index)?.id ?? index,
    overscan: 10,
    useFlushSync: false,
  })
  const visible = virtualizer.getVirtualItems()
  const last = visible.at(-1)?.index ?? -1
  const { next } = cursor.actions
  useEffect(() => {
    if (hasNext && status === 'loaded' && last >= list.length - rowsAhead) next()
  }, [hasNext, status, last, list.length, next])
  if (!hasData)
    return status === 'error' ? (
      <ErrorViewOf error={error} onRetry={cursor.actions.refresh} />
    ) : (
      <Stack p="md">
        {[1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} h={32} />
        ))}
      </Stack>
    )
  return (
    <div ref={scroller} className={classes.scroller}>
      <ul aria-label={label} className={classes.lines} style={{ height: virtualizer.getTotalSize() }}>
        {visible.map(({ index, start, size, key }) => {
          const entry = list.at(index)
          return entry === undefined ? null : (
            <li
              key={key}
              aria-posinset={index + 1}
              aria-setsize={cursor.total}
              className={classes.line}
              style={{ transform: `translateY(${start}px)`, height: size, paddingInlineStart: 16 }}
            >
              <UnstyledButton className={classes.entry} onClick={() => actions.edit(entry)}>
                <span className={classes.name}>{entry.name ?? `#${entry.id}`}</span>
                <Text component="span" className={classes.facts}>
                  {factsOf(intl, entry, fields)}
                </Text>
              </UnstyledButton>
              <EntryMenu entry={entry} actions={actions} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The first filled fields of an entry beside its name, as one line. */
function factsOf(intl: IntlShape, entry: EntityData, fields: Readonly<Record<string, FieldHeader>>): string {
  const shown = Object.entries(fields)
    .filter(
      ([name, { i18nFor, type }]) =>
        name !== 'name' && i18nFor === null && type !== 'json' && type !== 'binary',
    )
    .toSorted(([, a], [, b]) => a.taborder - b.taborder)
  return shown
    .map(([name, header]) => fieldText(intl, name, header, valueAt(entry, name)))
    .filter((text) => text !== '')
    .slice(0, fieldsShown)
    .join(' · ')
}
