import { calls, postersOf } from '@cartouche/client'
import type { Asset, NatureName, Poster } from '@cartouche/contract'
import { useClient, useRead } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { IconPhotoCheck, IconPhotoX } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useIntl, type IntlShape } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { formatDuration } from '../../translations/format.ts'
import type { PlaceAction } from '../asset-actions/action-context.ts'
import { natureOf } from '../asset-text/nature-of.ts'
import { offerUndo } from '../undo/offer-undo.tsx'
import type { StagePlace, StageCallbacks } from './stage-place.ts'

/** The key that makes what is seen the picture of the asset. */
const posterKey = 'g'

const chooseLabels: Partial<Record<NatureName, 'poster.choose.frame' | 'poster.choose.page'>> = {
  VIDEO: 'poster.choose.frame',
  DOCUMENT: 'poster.choose.page',
}

/** The actions on the picture of an asset that is opened. */
interface PosterActions {
  /** For its stage. */
  readonly callbacks: StageCallbacks
  readonly own: readonly PlaceAction[]
  /** Takes the action of a key; false: it is none of these. */
  readonly press: (event: KeyboardEvent) => boolean
  /** Reads which picture was chosen. */
  readonly reader: ReactNode
}

/**
 * Whoever may edit a video or document makes the frame or page that is seen its picture, or takes the default
 * one again.
 * @source decision 0218
 */
export function usePosterActions(asset: Asset | null): PosterActions {
  const place = useRef<StagePlace>(null)
  const [hasPlace, setHasPlace] = useState(false)
  const [isChosen, setChosen] = useState(false)
  const change = useChangePoster(asset)
  const label = asset === null ? undefined : chooseLabels[natureOf(asset) ?? 'OTHER']
  const isOffered = asset !== null && label !== undefined && hasPlace && asset.$rights?.update === true
  const choose = (): void => {
    if (isOffered) void place.current?.().then(change)
  }
  const latest = useRef(choose)
  useLayoutEffect(() => {
    latest.current = choose
  })
  const callbacks = useMemo(
    (): StageCallbacks => ({
      setPlace(next) {
        place.current = next
        setHasPlace(next !== null)
      },
      askForPoster: () => latest.current(),
    }),
    [],
  )
  const own: PlaceAction[] = !isOffered
    ? []
    : [
        { id: 'choosePoster', label, Icon: IconPhotoCheck, key: posterKey, isForOne: true, run: choose },
        ...(isChosen
          ? [
              {
                id: 'removePoster',
                label: 'poster.remove' as const,
                Icon: IconPhotoX,
                isForOne: true,
                run: () => void change(null),
              },
            ]
          : []),
      ]
  return {
    callbacks,
    own,
    press({ key, ctrlKey, metaKey, altKey, shiftKey }) {
      if (!isOffered || key.toLowerCase() !== posterKey || ctrlKey || metaKey || altKey || shiftKey)
        return false
      choose()
      return true
    },
    reader: isOffered && <PosterReader assetId={asset.id} onRead={setChosen} />,
  }
}

function PosterReader({
  assetId,
  onRead,
}: {
  readonly assetId: number
  readonly onRead: (isChosen: boolean) => void
}) {
  const { data } = useRead(calls.getPoster, { object: 'asset', id: String(assetId) }, { freshMs: 0 })
  const isChosen = data !== undefined && data.poster !== null
  useEffect(() => {
    onRead(isChosen)
    return () => onRead(false)
  }, [onRead, isChosen])
  return null
}

/** Sets the picture of an asset, says so, and offers to undo it. */
function useChangePoster(asset: Asset | null): (poster: Poster | null) => Promise<void> {
  const intl = useIntl()
  const client = useClient()
  const isBusy = useRef(false)
  const put = async (one: Asset, poster: Poster | null): Promise<Poster | null | undefined> => {
    if (isBusy.current) return undefined
    isBusy.current = true
    // Long films take a moment.
    const message = intl.formatMessage({ id: 'poster.busy' })
    const id = notifications.show({ loading: true, message, autoClose: false, withCloseButton: false })
    try {
      return (await postersOf(client).set('asset', one.id, poster)).former
    } catch (error) {
      notifications.show({ color: 'red', message: errorText(intl, error) })
      return undefined
    } finally {
      notifications.hide(id)
      isBusy.current = false
    }
  }
  return async (poster) => {
    if (asset === null) return
    const former = await put(asset, poster)
    if (former === undefined) return
    offerUndo(textOf(intl, asset, poster), () => {
      void put(asset, former).then((undone) => {
        if (undone !== undefined) notifications.show({ color: 'green', message: textOf(intl, asset, former) })
      })
    })
  }
}

function textOf(intl: IntlShape, { name }: Asset, poster: Poster | null): string {
  if (poster === null) return intl.formatMessage({ id: 'poster.removed' }, { name })
  // Players show whole seconds that have passed.
  return 'page' in poster
    ? intl.formatMessage({ id: 'poster.chosen.page' }, { name, page: poster.page })
    : intl.formatMessage(
        { id: 'poster.chosen.frame' },
        { name, time: formatDuration(Math.floor(poster.timeMs / 1000)) },
      )
}
