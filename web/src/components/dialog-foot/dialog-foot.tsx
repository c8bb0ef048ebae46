import type { ReactNode } from 'react'
import classes from './dialog-foot.module.css'

/** The foot of a dialog or a sheet: what it is opened for stays in sight, however long it is. */
export function DialogFoot({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.foot} data-foot>
      {children}
    </div>
  )
}
