/** Failures of bookmarks and saved searches, by code. @source portal §5, §8 */
export const bookmarkErrors = {
  bookmark_empty:
    "Cursor cannot be bookmarked as it doesn't define neither fulltext tokens nore constraints nore user custom params",
  bookmark_disconnected: 'Sign in to keep a bookmark',
  bookmark_name_missing: 'A bookmark requires a name',
  bookmark_name_taken: "There is a bookmark '{name}' already",
} as const
