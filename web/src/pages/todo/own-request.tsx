import type { ReviewRequest } from '@cartouche/client'
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { AssetPicture } from '../../components/asset-picture/asset-picture.tsx'
import { ReviewState } from '../../components/reviews/review-state.tsx'
import quotes from '../../components/reviews/reviews.module.css'
import { RequestFacts } from './request-facts.tsx'
import classes from './todo.module.css'

/** What the person submitted together, and what became of each asset. */
export function OwnRequest({ request }: { readonly request: ReviewRequest }) {
  const [now] = useState(Date.now)
  return (
    <section className={classes.request}>
      <RequestFacts request={request} now={now} isOwn />
      <ul className={classes.rows}>
        {request.items.map((item) => (
          <li key={item.id} className={classes.row}>
            <span className={classes.picture}>
              <AssetPicture asset={item} sidePx={72} alt="" isLazy />
            </span>
            <div className={classes.words}>
              <Anchor
                fz="sm"
                renderRoot={(props) => (
                  <Link to="/browse/$assetId" params={{ assetId: String(item.id) }} {...props} />
                )}
              >
                {item.name}
              </Anchor>
              {item.decidedBy !== '' && (
                <Text fz="xs" c="dimmed">
                  <FormattedMessage
                    id="todo.decidedBy"
                    values={{ name: item.decidedBy, state: item.state }}
                  />
                </Text>
              )}
              {item.reason !== '' && <p className={quotes.quote}>{item.reason}</p>}
            </div>
            <ReviewState state={item.state} />
          </li>
        ))}
      </ul>
    </section>
  )
}
