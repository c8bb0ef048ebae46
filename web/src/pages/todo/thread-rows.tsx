import type { CallAnswer, Calls } from '@cartouche/client'
import { Anchor, Badge, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { AssetPicture } from '../../components/asset-picture/asset-picture.tsx'
import { CommentText } from '../../components/comments/comment-item.tsx'
import { formatAgo } from '../../translations/format.ts'
import classes from './todo.module.css'

type OwnThread = CallAnswer<Calls['listOwnThreads']>['threads'][number]

/** Open threads, each leading to its place. */
export function ThreadRows({ threads }: { readonly threads: readonly OwnThread[] }) {
  const intl = useIntl()
  return (
    <ul className={classes.rows}>
      {threads.map(({ id, name, isMentioned, first, last, replies }) => (
        <li key={first.id} className={classes.row}>
          <span className={classes.picture}>
            <AssetPicture asset={{ id, name }} sidePx={72} alt="" isLazy />
          </span>
          <div className={classes.words}>
            <Anchor
              fz="sm"
              renderRoot={(props) => (
                <Link
                  to="/browse/$assetId"
                  params={{ assetId: String(id) }}
                  search={{ comment: String(first.id) }}
                  {...props}
                />
              )}
            >
              {name}
            </Anchor>
            <CommentText comment={last} />
            <Text fz="xs" c="dimmed">
              {last.by.name || <FormattedMessage id="comments.gone" />} · {formatAgo(intl, last.createdAt)}
              {replies > 0 && (
                <>
                  {' · '}
                  <FormattedMessage id="todo.replies" values={{ count: replies }} />
                </>
              )}
            </Text>
          </div>
          {isMentioned && (
            <Badge size="sm" variant="light">
              <FormattedMessage id="todo.mentioned" />
            </Badge>
          )}
        </li>
      ))}
    </ul>
  )
}
