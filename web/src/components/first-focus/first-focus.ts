import classes from './first-focus.module.css'

/**
 * Of the heading of a view over the whole page: it has the focus when the view opens, so that its name is
 * read out, and Tab goes on to its buttons.
 */
export const firstFocus = { tabIndex: -1, 'data-autofocus': true, className: classes.heading } as const
