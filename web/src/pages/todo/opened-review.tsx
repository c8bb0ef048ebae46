import { Button, Kbd, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { AssetView } from '../../components/asset-view/asset-view.tsx'
import { isTyping } from '../../components/gallery/is-typing.ts'
import { DecisionDialog } from '../../components/reviews/decision-dialog.tsx'
import { useDecide } from './use-decide.ts'
import type { Opened } from './use-opened-review.ts'
import classes from './todo.module.css'

interface OpenedReviewProps {
  readonly opened: Opened
  readonly onOpen: (id: number) => void
  readonly onClose: () => void
}

/** One asset of what is to review: `A` approves, `R` rejects with a reason, and the next one comes. */
export function OpenedReview({ opened, onOpen, onClose }: OpenedReviewProps) {
  const { id, position, total, previous, next } = opened
  return (
    <AssetView
      assetId={id}
      position={position}
      total={position === undefined ? undefined : total}
      onPrevious={previous === undefined ? undefined : () => onOpen(previous)}
      onNext={next === undefined ? undefined : () => onOpen(next)}
      onClose={onClose}
      foot={<ReviewBar key={id} opened={opened} onOpen={onOpen} onClose={onClose} />}
    />
  )
}

function ReviewBar({ opened: { id, request, next }, onOpen, onClose }: OpenedReviewProps) {
  const decide = useDecide()
  const [isRejecting, setRejecting] = useState(false)
  const [busy, setBusy] = useState(false)
  const item = request?.items.find((one) => one.id === id)
  /** Resolves to whether it was done; otherwise the dialog keeps what was typed. */
  const act = async (verdict: 'approve' | 'reject', reason?: string): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    const isDone = await decide([id], verdict, reason)
    setBusy(false)
    if (!isDone) return false
    if (next === undefined) onClose()
    else onOpen(next)
    return true
  }
  // Before the keys of the viewer, which has other uses for them.
  useWindowEvent(
    'keydown',
    (event) => {
      if (!item || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelectorAll('[role="dialog"]').length > 1) return
      const key = event.key.toLowerCase()
      if (key === 'a') void act('approve')
      else if (key === 'r') setRejecting(true)
      else return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
  return (
    <div className={classes.reviewBar}>
      {item ? (
        <>
          <Button
            leftSection={<IconCheck size={17} aria-hidden />}
            rightSection={
              <Kbd size="xs" visibleFrom="sm">
                A
              </Kbd>
            }
            aria-keyshortcuts="a"
            loading={busy}
            onClick={() => void act('approve')}
          >
            <FormattedMessage id="todo.approve" />
          </Button>
          <Button
            variant="default"
            leftSection={<IconX size={17} aria-hidden />}
            rightSection={
              <Kbd size="xs" visibleFrom="sm">
                R
              </Kbd>
            }
            aria-keyshortcuts="r"
            disabled={busy}
            onClick={() => setRejecting(true)}
          >
            <FormattedMessage id="todo.reject" />
          </Button>
        </>
      ) : (
        <Text fz="sm" component="output">
          <FormattedMessage id="todo.decided" />
        </Text>
      )}
      {isRejecting && item && (
        <DecisionDialog
          verdict="reject"
          assets={[item]}
          work={(reason) => act('reject', reason)}
          onClose={() => setRejecting(false)}
        />
      )}
    </div>
  )
}
