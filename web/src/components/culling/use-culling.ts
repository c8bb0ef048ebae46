import {
  entityKey,
  marksOf,
  type Asset,
  type MarkChange,
  type MarkOutcome,
  type MarksSnapshot,
} from '@cartouche/client'
import { useClient, useManyMarks } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { useMemo, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { assetPath } from '../../address/browse-cursor.ts'
import { errorText } from '../../translations/error-text.ts'
import { toggledLabel } from '../marks/mark-keys.ts'
import { markText } from '../marks/use-mark-assets.ts'
import { useViewSetting } from '../view-settings/use-view-setting.ts'
import { countPicks, fitsFilter, neighbourIn, type CullFilter } from './cull-filter.ts'

/** Culling as it stands. */
export interface Culling {
  /** The one that is shown; undefined where nothing fits the filter. */
  readonly current: Asset | undefined
  readonly marks: ReadonlyMap<number, MarksSnapshot>
  /** Those that fit the filter, in order, with the one that is shown. */
  readonly shown: readonly Asset[]
  readonly position: number
  readonly picked: number
  readonly rejected: number
  readonly filter: CullFilter
  readonly setFilter: (filter: CullFilter) => void
  readonly advances: boolean
  readonly setAdvances: (advances: boolean) => void
  readonly show: (id: number) => void
  /** Whether there was another one. */
  readonly go: (by: 1 | -1) => boolean
  readonly mark: (change: MarkChange) => void
  /** Whether there was something to undo. */
  readonly undo: () => boolean
  /** What was done last, in words: for screen readers. */
  readonly said: string
}

/** The state of culling some assets, in their order. */
export function useCulling(assets: readonly Asset[], startId: number | undefined): Culling {
  const intl = useIntl()
  const client = useClient()
  const ids = useMemo(() => assets.map(({ id }) => id), [assets])
  const marks = useManyMarks(assetPath, ids)
  const [currentId, setCurrent] = useState(startId ?? ids[0])
  const [filter, setFilter] = useState<CullFilter>('all')
  const [advances, setAdvances] = useViewSetting<boolean>('cull-advance', true)
  const [said, say] = useState('')
  const undoable = useRef<{ readonly id: number; readonly outcome: Promise<MarkOutcome | undefined> }[]>([])
  const fitting = useMemo(
    () => new Set([...marks].flatMap(([id, own]) => (fitsFilter(filter, own) ? [id] : []))),
    [marks, filter],
  )
  // What was just marked stays until one goes on, also where it does not fit any more.
  const shown = assets.filter(({ id }) => fitting.has(id) || id === currentId)
  const current = assets.find(({ id }) => id === currentId)
  const go = (by: 1 | -1): boolean => {
    const next = currentId === undefined ? undefined : neighbourIn(ids, fitting, currentId, by)
    if (next !== undefined) setCurrent(next)
    return next !== undefined
  }
  const fail = (error: unknown): void =>
    void notifications.show({ color: 'red', message: errorText(intl, error) })
  const mark = (wanted: MarkChange): void => {
    if (current === undefined) return
    const store = marksOf(client)
    const change = toggledLabel(wanted, [store.get(entityKey(assetPath, current.id)).label])
    const outcome = store.set(assetPath, [current.id], change).then(
      (done) => {
        if (done.failed.length > 0)
          notifications.show({
            color: 'yellow',
            message: intl.formatMessage({ id: 'marks.failed' }, { count: 1 }),
          })
        return done
      },
      (error: unknown) => {
        fail(error)
        return undefined
      },
    )
    undoable.current.push({ id: current.id, outcome })
    say(markText(intl, [current], change) ?? '')
    if (advances) go(1)
  }
  const undo = (): boolean => {
    const last = undoable.current.pop()
    if (last === undefined) return false
    setCurrent(last.id)
    say(intl.formatMessage({ id: 'cull.undone' }))
    last.outcome.then((done) => done?.undo()).catch(fail)
    return true
  }
  return {
    current,
    marks,
    shown,
    position: shown.findIndex(({ id }) => id === currentId) + 1,
    ...countPicks(marks.values()),
    filter,
    setFilter(next) {
      setFilter(next)
      const [first] = ids.filter((id) => {
        const own = marks.get(id)
        return own && fitsFilter(next, own)
      })
      const own = currentId === undefined ? undefined : marks.get(currentId)
      if (!own || !fitsFilter(next, own)) setCurrent(first)
    },
    advances,
    setAdvances,
    show: setCurrent,
    go,
    mark,
    undo,
    said,
  }
}
