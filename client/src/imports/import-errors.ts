/** Failures of imports, by code. @source data-layer §8 */
export const importErrors = {
  validate_answer: 'Invalid REST API response for validate command',
  import_list_nameless: 'Cannot register a massimport cursor without a name',
  import_list_unknown: 'Cannot find massimport cursor',
  import_job_unknown: 'Job {id} is unknown',
} as const
