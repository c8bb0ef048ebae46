import { entityKey, marksOf, type Asset, type MarkChange, type MarkOutcome } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { useCallback, useRef } from 'react'
import { useIntl, type IntlShape } from 'react-intl'
import { assetPath } from '../../address/browse-cursor.ts'
import { errorText } from '../../translations/error-text.ts'
import { offerUndo } from '../undo/offer-undo.tsx'
import { toggledLabel } from './mark-keys.ts'

type Marked = Pick<Asset, 'id' | 'name'>

/** Marks assets, says what was done and offers to undo it; what could not be marked is said, too. */
export function useMarkAssets(): (assets: readonly Marked[], change: MarkChange) => void {
  const intl = useIntl()
  const client = useClient()
  const last = useRef<string | null>(null)
  return useCallback(
    (assets, wanted) => {
      const marks = marksOf(client)
      const ids = assets.map(({ id }) => id)
      const change = toggledLabel(
        wanted,
        ids.map((id) => marks.get(entityKey(assetPath, id)).label),
      )
      const fail = (error: unknown): void =>
        void notifications.show({
          color: 'red',
          title: intl.formatMessage({ id: 'marks.failed' }, { count: ids.length }),
          message: errorText(intl, error),
        })
      const announce = (outcome: MarkOutcome): void => {
        announceFailed(intl, outcome)
        const marked = new Set(outcome.marked.map(({ id }) => id))
        const text = markText(
          intl,
          assets.filter(({ id }) => marked.has(id)),
          change,
        )
        if (text === null) return
        // One offer at a time: keys come faster than offers go.
        if (last.current !== null) notifications.hide(last.current)
        last.current = offerUndo(text, () => void outcome.undo().catch(fail))
      }
      marks.set(assetPath, ids, change).then(announce).catch(fail)
    },
    [client, intl],
  )
}

function announceFailed(intl: IntlShape, { failed }: MarkOutcome): void {
  if (failed.length === 0) return
  notifications.show({
    color: 'yellow',
    title: intl.formatMessage({ id: 'marks.failed' }, { count: failed.length }),
    message: intl.formatMessage({
      id: failed.some(({ code }) => code === 'access_denied') ? 'marks.failed.rights' : 'marks.failed.gone',
    }),
  })
}

/** What was marked how, in words; null where nothing was. */
export function markText(intl: IntlShape, assets: readonly Marked[], change: MarkChange): string | null {
  const [one] = assets
  if (one === undefined) return null
  const subject =
    assets.length === 1
      ? intl.formatMessage({ id: 'quoted' }, { name: one.name })
      : intl.formatMessage({ id: 'assetActions.assets' }, { count: assets.length })
  return intl.formatMessage({ id: 'marks.done' }, { subject, mark: changeText(intl, change) })
}

/** A change of marks in words. */
export function changeText(intl: IntlShape, { rating, label, pick }: MarkChange): string {
  const parts = [
    rating === undefined ? [] : intl.formatMessage({ id: 'marks.rating' }, { rating }),
    label === undefined ? [] : intl.formatMessage({ id: `marks.label.${label ?? 'none'}` }),
    pick === undefined ? [] : intl.formatMessage({ id: `marks.pick.${pick ?? 'none'}` }),
  ].flat()
  return intl.formatList(parts, { type: 'unit' })
}
