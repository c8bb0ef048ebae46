/** Failures of analytics, by code. @source data-layer §5, §8 */
export const analyticsErrors = {
  top_name: 'The name of a top must be view or download, not {name}',
  top_unknown: 'Unknown cursor aggregate, top or job',
} as const
