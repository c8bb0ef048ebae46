import { calls, readsOf, type DuplicatePage } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Button, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { familiesAtOnce } from './families-at-once.ts'
import { FamilyRow } from './family-row.tsx'
import { useFamilyAssets } from './use-family-assets.ts'
import classes from './duplicates.module.css'

/** A page of families, and the pages after it as far as somebody asked for them. */
export function FamilyList({ page, from }: { readonly page: DuplicatePage; readonly from: number }) {
  const client = useClient()
  const [showsMore, setShowsMore] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const { assets, error } = useFamilyAssets(page.families)
  const onGone = useFocusAfter(list, page)
  const next = from + familiesAtOnce
  if (error !== null)
    return <ErrorViewOf error={error} onRetry={() => readsOf(client).invalidate(calls.findEntities)} />
  return (
    <>
      <ul ref={list} className={classes.families}>
        {page.families.map((family) => (
          <FamilyRow
            key={Math.min(...family.members.map(({ id }) => id))}
            family={family}
            assets={assets}
            onGone={onGone}
          />
        ))}
      </ul>
      {next < page.total &&
        (showsMore ? (
          <MoreFamilies from={next} />
        ) : (
          <Group justify="center">
            <Button variant="default" onClick={() => setShowsMore(true)}>
              <FormattedMessage id="action.showMore" />
            </Button>
          </Group>
        ))}
    </>
  )
}

function MoreFamilies({ from }: { readonly from: number }) {
  const { data } = useRead(calls.listDuplicates, { max: familiesAtOnce, from }, { freshMs: 0 })
  return data ? <FamilyList page={data} from={from} /> : null
}

/** After a family is gone, the one in its place has the focus; the heading where there is none. */
function useFocusAfter(
  list: { readonly current: HTMLUListElement | null },
  { families }: DuplicatePage,
): (row: HTMLElement | null) => void {
  const place = useRef<number | null>(null)
  useEffect(() => {
    if (place.current === null || document.activeElement !== document.body) return
    const rows = [...(list.current?.children ?? [])]
    const row = rows[Math.min(place.current, rows.length - 1)]
    const card = row?.querySelector<HTMLElement>('[data-card][tabindex="0"]')
    ;(card ?? document.querySelector<HTMLElement>('#duplicates-title'))?.focus()
    place.current = null
  }, [families, list])
  return (row) => {
    place.current = row === null ? 0 : [...(list.current?.children ?? [])].indexOf(row)
  }
}
