import { Fragment, type ReactNode } from 'react'
import classes from './facts.module.css'

/**
 * Short facts in one line, with dots between them. Where there is no room a line ends after a dot: no fact
 * is broken that fits a line, and no line begins with a dot.
 */
export function Facts({ facts }: { readonly facts: readonly ReactNode[] }) {
  return facts.map((fact, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- facts have no names, and their order stays
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className={classes.fact}>
        {fact}
        {index < facts.length - 1 && '\u00A0·'}
      </span>
    </Fragment>
  ))
}
