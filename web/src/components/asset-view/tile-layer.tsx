import type { Size } from './zoom.ts'
import { keyOf, type Tiles } from './use-tiles.ts'
import classes from './asset-view.module.css'

/** The tiles in sight, over the preview, each where its part of the picture is. */
export function TileLayer({
  tiles: { archive, shown },
  isLarge,
}: {
  readonly tiles: Tiles
  readonly isLarge: boolean
}) {
  if (archive === undefined) return null
  const { width, height }: Size = archive
  return (
    <div className={classes.tiles} data-large={isLarge || undefined} aria-hidden>
      {shown.map((tile) => {
        const { left, top, right, bottom } = tile.part
        const share = (px: number, of: number): string => `${(px / of) * 100}%`
        return (
          <img
            key={keyOf(tile)}
            src={tile.src}
            alt=""
            draggable={false}
            data-tile={keyOf(tile)}
            style={{
              left: share(left, width),
              top: share(top, height),
              width: share(right - left, width),
              height: share(bottom - top, height),
            }}
          />
        )
      })}
    </div>
  )
}
