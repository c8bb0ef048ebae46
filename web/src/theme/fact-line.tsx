import { Text } from '@mantine/core'
import { Fragment } from 'react'
import classes from './fact-line.module.css'

/** Short facts with dots between them; where they break into lines, no dot begins or ends one. */
export function FactLine({ facts }: { readonly facts: readonly string[] }) {
  return (
    <Text fz="sm" c="dimmed" component="div" className={classes.factLine}>
      <div>
        {facts.map((fact, index) => (
          <Fragment key={index}>
            {index > 0 && ' '}
            <span className={classes.fact}>
              <span className={classes.dot}>{'· '}</span>
              {fact}
            </span>
          </Fragment>
        ))}
      </div>
    </Text>
  )
}
