import type { MarksSnapshot } from '@cartouche/client'
import type { Asset } from '@cartouche/contract'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { AssetPicture } from '../asset-picture/asset-picture.tsx'
import { MarkBadges } from '../marks/mark-badges.tsx'
import classes from './film-strip.module.css'

/** The width of one picture of the strip with its gap, px. */
const stepPx = 92
/** Pictures beside those in view that are ready. */
const around = 6

interface FilmStripProps {
  readonly shown: readonly Asset[]
  readonly marks: ReadonlyMap<number, MarksSnapshot>
  readonly currentId: number | undefined
  readonly position: number
  readonly onShow: (id: number) => void
}

/**
 * The pictures in their order with their marks, the one that is shown in the middle; only those near it are
 * there.
 */
export function FilmStrip({ shown, marks, currentId, position, onShow }: FilmStripProps) {
  const intl = useIntl()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const current = useRef<HTMLButtonElement>(null)
  const half = Math.ceil(width / stepPx / 2) + around
  const first = Math.max(0, position - 1 - half)
  const offset = width / 2 - stepPx / 2 - (position - 1) * stepPx
  const hadFocus = useRef(false)
  useEffect(() => {
    if (hadFocus.current) current.current?.focus({ preventScroll: true })
  }, [currentId])
  return (
    <div ref={ref} className={classes.strip}>
      <ul
        className={classes.list}
        aria-label={intl.formatMessage({ id: 'cull.strip' })}
        style={{ transform: `translateX(${offset}px)` }}
      >
        {shown.slice(first, position + half).map((asset, at) => {
          const own = marks.get(asset.id)
          const isCurrent = asset.id === currentId
          return (
            <li key={asset.id} className={classes.item} style={{ left: (first + at) * stepPx }}>
              <button
                ref={isCurrent ? current : undefined}
                type="button"
                className={classes.thumb}
                tabIndex={isCurrent ? 0 : -1}
                aria-current={isCurrent || undefined}
                onFocus={() => {
                  hadFocus.current = true
                }}
                onBlur={() => {
                  hadFocus.current = false
                }}
                aria-label={asset.name}
                data-rejected={own?.pick === 'rejected' || undefined}
                onClick={() => onShow(asset.id)}
              >
                <AssetPicture asset={asset} sidePx={84} alt="" />
              </button>
              <span className={classes.marks}>{own && <MarkBadges marks={own} />}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
