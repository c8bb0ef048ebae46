import type { CommentPlace } from '@cartouche/contract'
import { FormattedMessage } from 'react-intl'
import { formatDuration } from '../../translations/format.ts'

/** Where a comment stands, in a few words. */
export function PlaceText({ place, pin }: { readonly place: CommentPlace; readonly pin: number | null }) {
  const { timeMs, endMs, page } = place
  if (timeMs !== undefined)
    return (
      <>
        {formatDuration(timeMs / 1000)}
        {endMs !== undefined && `–${formatDuration(endMs / 1000)}`}
      </>
    )
  if (page !== undefined) return <FormattedMessage id="comments.page" values={{ page }} />
  return pin === null ? (
    <FormattedMessage id="comments.place" />
  ) : (
    <FormattedMessage id="comments.place.number" values={{ number: pin }} />
  )
}
