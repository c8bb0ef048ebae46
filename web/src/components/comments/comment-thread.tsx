import { Badge, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck, IconRotate } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import type { CommentsState, Thread } from './comments-context.ts'
import { PlaceText } from './place-text.tsx'
import classes from './comments.module.css'

interface CommentThreadProps {
  readonly thread: Thread
  readonly state: CommentsState
}

/** A thread: what began it, the replies, and what can be done with it. */
export function CommentThread({ thread: { first, replies, pin }, state }: CommentThreadProps) {
  const intl = useIntl()
  const {
    assetId,
    active,
    activate,
    comments,
    isVisitor,
    snapshot: { mayComment, version },
  } = state
  const [replying, setReplying] = useState(false)
  const isActive = active === first.id
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const resolve = (): void =>
    void comments
      .resolve('asset', assetId, first.id, first.resolved === null)
      .catch((error: unknown) => notifications.show({ color: 'red', message: errorText(intl, error) }))
  return (
    <li
      ref={ref}
      className={classes.thread}
      data-active={isActive || undefined}
      data-resolved={first.resolved !== null || undefined}
    >
      {(first.place !== null || (first.version !== null && first.version !== version)) && (
        <Group gap={6} mb={4}>
          {first.place !== null && (
            <Button
              size="compact-xs"
              variant={isActive ? 'filled' : 'light'}
              aria-pressed={isActive}
              onClick={() => activate(isActive ? null : first.id, 'thread')}
            >
              <PlaceText place={first.place} pin={pin} />
            </Button>
          )}
          {first.version !== null && first.version !== version && (
            <Badge size="sm" variant="default">
              <FormattedMessage id="comments.version" values={{ number: first.version }} />
            </Badge>
          )}
        </Group>
      )}
      <CommentItem comment={first} state={state} />
      {replies.length > 0 && (
        <ul className={classes.replies}>
          {replies.map((reply) => (
            <li key={reply.id}>
              <CommentItem comment={reply} state={state} />
            </li>
          ))}
        </ul>
      )}
      {first.resolved !== null && (
        <Text fz="xs" c="dimmed" mt={4}>
          {first.resolved.by === '' ? (
            <FormattedMessage id="comments.resolved" />
          ) : (
            <FormattedMessage id="comments.resolvedBy" values={{ name: first.resolved.by }} />
          )}
        </Text>
      )}
      {mayComment && !first.isPending && !(isVisitor && first.isDeleted) && (
        <Group gap={4} mt={4}>
          {!replying && !first.isDeleted && (
            <Button size="compact-xs" variant="subtle" onClick={() => setReplying(true)}>
              <FormattedMessage id="comments.reply" />
            </Button>
          )}
          {!isVisitor && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              leftSection={
                first.resolved === null ? (
                  <IconCheck size={14} aria-hidden />
                ) : (
                  <IconRotate size={14} aria-hidden />
                )
              }
              onClick={resolve}
            >
              <FormattedMessage id={first.resolved === null ? 'comments.resolve' : 'comments.reopen'} />
            </Button>
          )}
        </Group>
      )}
      {replying && (
        <CommentForm
          state={state}
          about={!isVisitor && first.by.kind === 'visitor' && <WhoReads first={first} />}
          draftKey={`reply/${first.id}`}
          label={intl.formatMessage({ id: 'comments.reply.label' })}
          submit={<FormattedMessage id="comments.reply" />}
          takesFocus
          onCancel={() => setReplying(false)}
          onSubmit={async (text, mentions) => {
            await comments.add('asset', assetId, { text, mentions, thread: first.id })
            setReplying(false)
          }}
        />
      )}
    </li>
  )
}

/** Whether visitors read what is replied to one of them. */
function WhoReads({ first: { share, visitorsRead } }: Pick<Thread, 'first'>) {
  return (
    <Text fz="xs" mb={6} fw={600}>
      {share !== null && visitorsRead ? (
        <FormattedMessage id="comments.visitorsRead" values={{ share }} />
      ) : (
        <FormattedMessage id="comments.visitorsDoNotRead" />
      )}
    </Text>
  )
}
