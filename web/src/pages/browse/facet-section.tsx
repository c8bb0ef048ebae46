import { Collapse, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import classes from './facets.module.css'

interface FacetSectionProps {
  readonly label: string
  readonly chosenCount: number
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}

/** A part of the filters with its heading, which opens and closes it and says how much of it is chosen. */
export function FacetSection({ label, chosenCount, isOpen, onToggle, children }: FacetSectionProps) {
  const bodyId = useId()
  return (
    <section className={classes.facet}>
      <h3 className={classes.head}>
        <UnstyledButton
          className={classes.toggle}
          onClick={onToggle}
          aria-expanded={isOpen}
          aria-controls={bodyId}
        >
          <IconChevronRight
            size={14}
            stroke={2}
            className={classes.chevron}
            data-open={isOpen || undefined}
            aria-hidden
          />
          {label}
          {chosenCount > 0 && <span className={classes.chosen}>{chosenCount}</span>}
        </UnstyledButton>
      </h3>
      <Collapse expanded={isOpen} id={bodyId} transitionDuration={120}>
        {children}
      </Collapse>
    </section>
  )
}
