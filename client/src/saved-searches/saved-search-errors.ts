/** Failures of saved searches, by code. */
export const savedSearchErrors = {
  saved_search_unreadable: 'The search does not say what it looks in: another application saved it',
} as const
