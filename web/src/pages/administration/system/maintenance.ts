import { ApiError, type CallAnswer, type Calls, type ErrorCode } from '@cartouche/client'
import type { IntlShape } from 'react-intl'
import { errorText } from '../../../translations/error-text.ts'

/** How backups and their checks stand, as the server reports it. */
export type Maintenance = CallAnswer<Calls['getMaintenance']>
/** One kind of what is run: backups, or checks. */
export type Standing = Maintenance['check']
export type Run = Standing['runs'][number]

/** Whether one is under way, or about to be. */
export function isBusy({ isQueued, runs }: Standing): boolean {
  return isQueued || runs[0]?.outcome === null
}

/**
 * Why a run failed: in the reader's language where the error table has it, as the system itself says it
 * otherwise; null where nothing did.
 */
export function failureText(
  intl: IntlShape,
  { error, message }: Pick<Run, 'error' | 'message'>,
): string | null {
  if (error !== null) return errorText(intl, new ApiError(error.code as ErrorCode, error.data, error.message))
  return message === null ? null : intl.formatMessage({ id: 'system.reported' }, { message })
}
