const messages = {
  config_missing: 'No config registered: useClient needs a CartoucheProvider above it',
  config_gone: 'The config no longer exists: the client of the CartoucheProvider was taken away',
  slot_missing: 'No slot provided: a CartoucheProvider needs children',
} as const

/** What an application can do wrong with the hooks. */
export type LibraryErrorCode = keyof typeof messages

/**
 * The hooks are used in a way that cannot work: a mistake of the application, never of a person or a server.
 * `wediaError.code` says which.
 * @source portal §8 Library messages
 */
export class LibraryError extends Error {
  readonly wediaError: { readonly code: LibraryErrorCode }

  constructor(code: LibraryErrorCode) {
    super(messages[code])
    this.name = 'LibraryError'
    this.wediaError = { code }
  }
}
