/** Failures of what waits for a cursor, by code. @source data-layer §5, §8, §9 */
export const cursorDataErrors = {
  cursor_unregistered: 'Cursor {name} has not been registered',
  cursor_data_late: 'The data of cursor {name} did not come in time',
} as const
