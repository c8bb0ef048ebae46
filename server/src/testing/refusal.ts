import { isApiError, type ApiError, type ErrorCode } from '@cartouche/contract'

/** The error of the table with which something is refused; fails where nothing is, or by any other error. */
export async function errorOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await refusalOf(promise)
  if (!error) throw new Error('An error of the table was expected, and nothing was refused')
  return error
}

/** The code of that error; undefined where nothing is refused. */
export async function codeOf(promise: Promise<unknown>): Promise<ErrorCode | undefined> {
  return (await refusalOf(promise))?.code
}

async function refusalOf(promise: Promise<unknown>): Promise<ApiError | undefined> {
  return promise.then(
    () => undefined,
    (error: unknown) => {
      if (isApiError(error)) return error
      throw error
    },
  )
}
