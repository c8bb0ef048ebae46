import type { ShownComment } from '@cartouche/client'
import { ActionIcon, Menu, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { formatAgo } from '../../translations/format.ts'
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog.tsx'
import { CommentForm } from './comment-form.tsx'
import type { CommentsState } from './comments-context.ts'
import { partsOf } from './mention-text.ts'
import classes from './comments.module.css'

interface CommentItemProps {
  readonly state: CommentsState
  readonly comment: ShownComment
}

/** One comment: who, when, what; its own can be changed and deleted. */
export function CommentItem({ state, comment }: CommentItemProps) {
  const intl = useIntl()
  const {
    assetId,
    comments,
    isVisitor,
    snapshot: { mayModerate, mayComment },
  } = state
  const [is, setIs] = useState<'shown' | 'edited' | 'deleted'>('shown')
  if (comment.isDeleted)
    return (
      <Text fz="sm" c="dimmed" fs="italic">
        <FormattedMessage id="comments.deleted" />
      </Text>
    )
  const name = nameOf(intl, comment)
  const mayEdit = comment.isMine && mayComment
  return (
    <article className={classes.comment} data-pending={comment.isPending} aria-label={name}>
      <div className={classes.head}>
        <span className={classes.author}>{name}</span>
        {comment.by.kind === 'visitor' && comment.share !== null && !isVisitor && (
          <Text component="span" fz="xs" c="dimmed">
            <FormattedMessage id="comments.share" values={{ share: comment.share }} />
          </Text>
        )}
        <Text component="span" fz="xs" c="dimmed">
          {formatAgo(intl, comment.createdAt)}
          {comment.editedAt !== null && (
            <>
              {' · '}
              <FormattedMessage id="comments.edited" />
            </>
          )}
        </Text>
        {(mayEdit || mayModerate || comment.isMine) && !comment.isPending && (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon
                size={24}
                className={classes.more}
                aria-label={intl.formatMessage({ id: 'comments.more' }, { name })}
              >
                <IconDots size={15} stroke={1.7} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {mayEdit && (
                <Menu.Item onClick={() => setIs('edited')}>
                  <FormattedMessage id="action.edit" />
                </Menu.Item>
              )}
              <Menu.Item c="var(--mantine-color-error)" onClick={() => setIs('deleted')}>
                <FormattedMessage id="comments.delete" />
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {is === 'edited' ? (
        <CommentForm
          state={state}
          draftKey={`edit/${comment.id}`}
          label={intl.formatMessage({ id: 'comments.edit' })}
          submit={<FormattedMessage id="action.save" />}
          before={comment}
          takesFocus
          onCancel={() => setIs('shown')}
          onSubmit={async (text, mentions) => {
            await comments.edit('asset', assetId, comment.id, { text, mentions })
            setIs('shown')
          }}
        />
      ) : (
        <CommentText comment={comment} />
      )}
      {is === 'deleted' && (
        <ConfirmDialog
          title={<FormattedMessage id="comments.delete.title" values={{ name }} />}
          confirm={<FormattedMessage id="comments.delete" />}
          isGrave
          onClose={() => setIs('shown')}
          work={() =>
            comments.remove('asset', assetId, comment.id).catch((error: unknown) => {
              notifications.show({ color: 'red', message: errorText(intl, error) })
            })
          }
        >
          <FormattedMessage id="comments.delete.text" />
        </ConfirmDialog>
      )}
    </article>
  )
}

/** Who wrote it; nobody has checked the name of a visitor, which is said with it. */
function nameOf(intl: IntlShape, { by }: ShownComment): string {
  if (by.name === '') return intl.formatMessage({ id: 'comments.gone' })
  return by.kind === 'visitor' ? intl.formatMessage({ id: 'comments.visitor' }, { name: by.name }) : by.name
}

/** Plain text, as it was written; people by their names of today. */
export function CommentText({ comment }: { readonly comment: Pick<ShownComment, 'text' | 'mentions'> }) {
  const intl = useIntl()
  return (
    <p className={classes.text}>
      {partsOf(comment.text, comment.mentions).map((part, at) =>
        typeof part === 'string' ? (
          part
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- parts of one text
          <span key={at} className={classes.mention}>
            @{part.name || intl.formatMessage({ id: 'comments.gone' })}
          </span>
        ),
      )}
    </p>
  )
}
