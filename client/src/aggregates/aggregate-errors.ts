/** Failures of counts, by code. @source data-layer §8 */
export const aggregateErrors = { aggregate_unknown: 'Unknown cursor aggregate, top or job' } as const
