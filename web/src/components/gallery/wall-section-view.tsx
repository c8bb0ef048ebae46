import type { ReactNode } from 'react'
import { footPx, headingPx, type SectionPlace, type WallSection } from './wall-sections.ts'
import classes from './gallery.module.css'

interface WallSectionViewProps {
  readonly section: WallSection
  readonly place: SectionPlace
  /** Its rows that are in the page. */
  readonly children: ReactNode
}

/**
 * One section of a wall: heading, list of pictures, foot. Keys that are pressed on its buttons are theirs,
 * not the gallery's.
 */
export function WallSectionView({ section: { name, heading, foot }, place, children }: WallSectionViewProps) {
  return (
    <section aria-label={name}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- answers nothing itself */}
      <div
        className={classes.heading}
        style={{ top: place.top, height: headingPx }}
        onKeyDown={(event) => event.stopPropagation()}
      >
        {heading}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- rows stand between the list and its items: in a ul they could not */}
      <div role="list" aria-label={name}>
        {children}
      </div>
      {foot !== null && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- answers nothing itself
        <div
          className={classes.heading}
          style={{ top: place.footTop, height: footPx }}
          onKeyDown={(event) => event.stopPropagation()}
        >
          {foot}
        </div>
      )}
    </section>
  )
}
