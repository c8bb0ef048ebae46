/** Failures of imports, by code. @source data-layer §8 */
export const importErrors = { validate_answer: 'Invalid REST API response for validate command' } as const
