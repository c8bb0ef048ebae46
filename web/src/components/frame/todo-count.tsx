import { useTodo } from '@cartouche/react'
import { VisuallyHidden } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import classes from './rail.module.css'

const maxShown = 99

/** How much there is to do, at its entry of the navigation. */
export function TodoCount({ id }: { readonly id: string }) {
  const counts = useTodo()
  const count = counts === null ? 0 : counts.toReview + counts.rejected + counts.threads
  if (count === 0) return null
  return (
    <>
      <span className={classes.count} aria-hidden>
        {count > maxShown ? `${maxShown}+` : count}
      </span>
      <VisuallyHidden id={id}>
        <FormattedMessage id="todo.count" values={{ count }} />
      </VisuallyHidden>
    </>
  )
}
