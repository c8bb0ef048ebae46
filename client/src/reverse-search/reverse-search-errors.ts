/** What reverse search refuses by itself. @source data-layer §4 Reverse search */
export const reverseSearchErrors = {
  report_late: 'The report takes longer than expected. Try again later',
} as const
