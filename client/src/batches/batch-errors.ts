/** Failures of batches, by code. @source data-layer §8 */
export const batchErrors = {
  batch_exists: 'Batch id {id} already exists',
  batch_unknown: 'Unknown batch {id}',
  batch_status: 'The batch {id} is {status}: that cannot be done with it now',
} as const
