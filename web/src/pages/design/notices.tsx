import { Alert, Badge, Button, Loader, Progress, Skeleton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { StatusBadge } from '../../components/asset-text/status-badge.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { ErrorView } from '../../components/error-view/error-view.tsx'
import { MarkBadges } from '../../components/marks/mark-badges.tsx'
import { ReviewState } from '../../components/reviews/review-state.tsx'
import { Part, Row } from './specimens.tsx'
import classes from './design.module.css'

const statuses = ['draft', 'submitted', 'published', 'archived'] as const
const reviewStates = ['waiting', 'approved', 'rejected', 'withdrawn'] as const

/** What the application announces: states, progress, what is empty, what went wrong. */
export function Notices() {
  return (
    <Part title="Notices" text="Green, amber and red are for states alone, and never without a word.">
      <Row name="Status of an asset">
        {statuses.map((name, at) => (
          <StatusBadge key={name} status={{ id: at + 1, name }} />
        ))}
      </Row>
      <Row name="Decisions">
        {reviewStates.map((state) => (
          <ReviewState key={state} state={state} />
        ))}
      </Row>
      <Row name="Counts">
        <Badge variant="light" radius="sm">
          12
        </Badge>
        <Badge variant="filled">3</Badge>
      </Row>
      <Row name="Marks">
        <MarkBadges marks={{ rating: 4, label: 'red', pick: 'picked' }} />
        <MarkBadges marks={{ rating: 0, label: 'blue', pick: 'rejected' }} />
      </Row>
      <Row name="Progress">
        <Progress w={160} value={40} aria-label="Import, 40 %" />
        <Loader size={18} aria-hidden />
        <Skeleton w={160} h={18} />
      </Row>
      <Row name="Messages">
        <Button
          variant="default"
          onClick={() => notifications.show({ message: '3 assets were added to Press kit' })}
        >
          Show a message
        </Button>
        <Button
          variant="default"
          onClick={() =>
            notifications.show({ color: 'red', message: 'The name could not be saved: it is already taken.' })
          }
        >
          Show a failure
        </Button>
      </Row>
      <Alert color="yellow" title="5 files are damaged">
        They are kept, and not imported. Replace them, or remove them from this import.
      </Alert>
      <Alert color="red" role="note">
        The link has ended. Ask whoever sent it for a new one.
      </Alert>
      <div className={classes.surface}>
        <EmptyState text="No carts yet." label="New cart" onAction={() => undefined} />
      </div>
      <div className={classes.surface}>
        <ErrorView code="asset_not_found" onRetry={() => undefined} />
      </div>
    </Part>
  )
}
