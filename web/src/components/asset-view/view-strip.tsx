import type { Asset } from '@cartouche/contract'
import { useManyMarks } from '@cartouche/react'
import { useMemo } from 'react'
import { assetPath } from '../../address/browse-cursor.ts'
import { FilmStrip } from '../film-strip/film-strip.tsx'

/** The list that an asset was opened from, as far as it is loaded. */
export interface ViewList {
  readonly assets: readonly Asset[]
  readonly onShow: (asset: Asset) => void
}

/** Marks are read of so many pictures on either side. */
const around = 24

/** The neighbours of the asset that is open, with their marks. */
export function ViewStrip({
  list: { assets, onShow },
  position,
}: {
  readonly list: ViewList
  readonly position: number
}) {
  const near = useMemo(
    () => assets.slice(Math.max(0, position - around), position + around).map(({ id }) => id),
    [assets, position],
  )
  const marks = useManyMarks(assetPath, near)
  return (
    <FilmStrip
      shown={assets}
      marks={marks}
      currentId={assets[position - 1]?.id}
      position={position}
      onShow={(id) => {
        const asset = assets.find((one) => one.id === id)
        if (asset) onShow(asset)
      }}
    />
  )
}
