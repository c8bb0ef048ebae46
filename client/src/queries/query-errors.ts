/** Failures of named queries, by code. @source data-layer §8 */
export const queryErrors = {
  query_exists: 'query {name} already exists',
  query_missing: 'Failed to retrieve query {name}',
} as const
