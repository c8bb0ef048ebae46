import type { ReviewRequest } from '@cartouche/client'
import { Badge, Group, Text } from '@mantine/core'
import { FormattedDate, FormattedMessage } from 'react-intl'
import quotes from '../../components/reviews/reviews.module.css'

interface RequestFactsProps {
  readonly request: ReviewRequest
  readonly now: number
  /** The person's own: they know who asks. */
  readonly isOwn?: boolean
}

/** Who asks, what they say of it and, while something waits, whom and until when. */
export function RequestFacts({ request, now, isOwn = false }: RequestFactsProps) {
  const { requester, reviewers, needsAll, dueAt, createdAt, note, items } = request
  const isWaiting = items.some(({ state }) => state === 'waiting')
  const isLate = dueAt !== null && Date.parse(dueAt) < now
  return (
    <>
      <Group gap={8}>
        <Text fw={600}>
          <FormattedMessage
            id={isOwn ? 'todo.request.own' : 'todo.request'}
            values={{ count: items.length, name: requester?.name || <FormattedMessage id="todo.somebody" /> }}
          />
        </Text>
        {isWaiting && dueAt !== null && (
          <Badge variant="light" color={isLate ? 'red' : 'yellow'} c="var(--mantine-color-text)">
            <FormattedMessage
              id={isLate ? 'todo.late' : 'review.dueOn'}
              values={{ day: <FormattedDate value={dueAt} dateStyle="medium" /> }}
            />
          </Badge>
        )}
      </Group>
      <Text fz="sm" c="dimmed">
        <FormattedDate value={createdAt} dateStyle="medium" />
        {isWaiting && reviewers.length > 0 && (
          <>
            {' · '}
            <FormattedMessage
              id={needsAll ? 'review.waiting.all' : 'review.waiting.any'}
              values={{ names: reviewers.map(({ name }) => name).join(', ') }}
            />
          </>
        )}
      </Text>
      {note !== '' && <p className={quotes.quote}>{note}</p>}
    </>
  )
}
