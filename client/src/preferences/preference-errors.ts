/** Failures of preferences, by code. @source portal §8 */
export const preferenceErrors = { preference_invalid: 'Invalid parameter' } as const
