import { calls, type Asset } from '@cartouche/client'
import { useCan, useRead } from '@cartouche/react'
import { Text } from '@mantine/core'
import { FormattedDate, FormattedMessage } from 'react-intl'
import { ReviewState } from './review-state.tsx'
import sections from '../asset-details/asset-details.module.css'
import classes from './reviews.module.css'

/** Who is asked for a decision, until when, and what was decided and why. */
export function AssetReview({ asset }: { readonly asset: Asset }) {
  const decides = useCan('asset/publish')
  return asset.$rights?.update || decides ? <Review asset={asset} /> : null
}

function Review({ asset }: { readonly asset: Asset }) {
  const { data } = useRead(calls.listReviews, { object: 'asset', id: String(asset.id) }, { freshMs: 0 })
  if (!data || (data.request === null && data.decisions.length === 0)) return null
  const { request, decisions } = data
  const item = request?.items.find(({ id }) => id === asset.id)
  return (
    <section className={sections.section}>
      <h3 className={sections.heading}>
        <FormattedMessage id="review.title" />
      </h3>
      {request && item && item.state === 'waiting' && (
        <div className={classes.waiting}>
          <Text fz="sm">
            {request.reviewers.length === 0 ? (
              <FormattedMessage id="review.waiting.anybody" />
            ) : (
              <FormattedMessage
                id={request.needsAll ? 'review.waiting.all' : 'review.waiting.any'}
                values={{ names: request.reviewers.map(({ name }) => name).join(', ') }}
              />
            )}
          </Text>
          {item.approvedBy.length > 0 && (
            <Text fz="sm">
              <FormattedMessage
                id="review.approvedBy"
                values={{ names: item.approvedBy.map(({ name }) => name).join(', ') }}
              />
            </Text>
          )}
          {request.dueAt !== null && (
            <Text fz="sm" c="dimmed">
              <FormattedMessage
                id="review.dueOn"
                values={{ day: <FormattedDate value={request.dueAt} dateStyle="medium" /> }}
              />
            </Text>
          )}
          {item.reopenedAt !== null && (
            <Text fz="sm">
              <FormattedMessage id="review.reopened" />
            </Text>
          )}
          {request.note !== '' && <p className={classes.quote}>{request.note}</p>}
        </div>
      )}
      {decisions.length > 0 && (
        <ul className={classes.decisions}>
          {decisions.map(({ id, by, verdict, reason, version, at, isVoid }) => (
            <li key={id} data-void={isVoid || undefined}>
              <ReviewState state={verdict === 'approve' ? 'approved' : 'rejected'} />
              <Text component="span" fz="sm">
                {' '}
                {by.name || <FormattedMessage id="comments.gone" />} ·{' '}
                <FormattedDate value={at} dateStyle="medium" timeStyle="short" />
                {version !== null && (
                  <>
                    {' · '}
                    <FormattedMessage id="comments.version" values={{ number: version }} />
                  </>
                )}
              </Text>
              {reason !== '' && <p className={classes.quote}>{reason}</p>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
