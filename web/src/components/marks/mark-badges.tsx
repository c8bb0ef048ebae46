import type { Marks } from '@cartouche/client'
import { useMarks } from '@cartouche/react'
import { VisuallyHidden } from '@mantine/core'
import { IconFlag2Filled, IconX } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { assetPath } from '../../address/browse-cursor.ts'
import { changeText } from './use-mark-assets.ts'
import classes from './marks.module.css'

/** Whether anything is set. */
export function isMarked({ rating, label, pick }: Marks): boolean {
  return rating > 0 || label !== null || pick !== null
}

/** Stars, label and pick as far as they are set, with their words for screen readers. */
export function MarkBadges({ marks }: { readonly marks: Marks }) {
  const intl = useIntl()
  const { rating, label, pick } = marks
  if (!isMarked(marks)) return null
  const words = changeText(intl, {
    ...(rating > 0 ? { rating } : {}),
    ...(label === null ? {} : { label }),
    ...(pick === null ? {} : { pick }),
  })
  return (
    <span className={classes.marks}>
      <VisuallyHidden>{words}</VisuallyHidden>
      {pick === 'picked' && <IconFlag2Filled size={12} aria-hidden />}
      {pick === 'rejected' && <IconX size={13} stroke={2.6} aria-hidden />}
      {label !== null && <span className={classes.dot} data-mark={label} aria-hidden />}
      {rating > 0 && (
        <span className={classes.stars} aria-hidden>
          {'★'.repeat(rating)}
        </span>
      )}
    </span>
  )
}

/** The marks of a tile of the wall, over its foot; what is rejected is dimmed. */
export function TileMarks({ id }: { readonly id: number }) {
  const marks = useMarks(assetPath, id)
  if (!isMarked(marks)) return null
  return (
    <>
      {marks.pick === 'rejected' && <span className={classes.veil} />}
      <span className={classes.tile} data-marks={id}>
        <MarkBadges marks={marks} />
      </span>
    </>
  )
}

/** The marks of a row of the table, below its name. */
export function RowMarks({ id }: { readonly id: number }) {
  const marks = useMarks(assetPath, id)
  return isMarked(marks) ? (
    <span className={classes.row} data-marks={id}>
      <MarkBadges marks={marks} />
    </span>
  ) : null
}

/** One kind of marks in a row of the table. */
export function MarkCell({ id, of }: { readonly id: number; readonly of: keyof Marks }) {
  const { rating, label, pick } = useMarks(assetPath, id)
  const nothing: Marks = { rating: 0, label: null, pick: null }
  return (
    <MarkBadges
      marks={
        of === 'rating'
          ? { ...nothing, rating }
          : of === 'label'
            ? { ...nothing, label }
            : { ...nothing, pick }
      }
    />
  )
}
