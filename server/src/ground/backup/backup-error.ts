import { ApiError, type ErrorCode, type ErrorData } from '@cartouche/contract'
import { LibraryError } from '../database/find-database.ts'

/** What stands in the way of a backup, or of reading one: for commands, and for runs, which keep its code. */
export class BackupError extends LibraryError {
  constructor(code: ErrorCode, data: ErrorData = {}) {
    const cause = new ApiError(code, data)
    super(cause.message, { cause })
  }
}
