/** Failures of schemas beside those of the core, by code. @source data-layer §8 */
export const schemaErrors = { schema_unknown: 'Cannot translate an unknown schema' } as const
