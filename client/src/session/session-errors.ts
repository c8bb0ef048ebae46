/** Failures of what stands beside the session, by code. @source portal §8 */
export const sessionErrors = {
  session_unrecognized: 'not recognized',
  user_unknown: 'No connection information: has the user signed in?',
} as const
