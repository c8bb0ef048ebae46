import type { ReviewRequest } from '@cartouche/client'
import { Button, Checkbox, Group } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { usePictureUrl } from '../../components/asset-picture/use-picture-url.ts'
import { RejectDialog } from '../../components/reviews/reject-dialog.tsx'
import { RequestFacts } from './request-facts.tsx'
import { useDecide } from './use-decide.ts'
import classes from './todo.module.css'

interface RequestSectionProps {
  readonly request: ReviewRequest
  readonly onOpen: (id: number) => void
}

/** The assets of a request that wait: looked at one by one, or decided many at once. */
export function RequestSection({ request, onOpen }: RequestSectionProps) {
  const intl = useIntl()
  const pictureUrl = usePictureUrl()
  const decide = useDecide()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [isRejecting, setRejecting] = useState(false)
  const [busy, setBusy] = useState(false)
  const [now] = useState(Date.now)
  const { items } = request
  const selected = items.filter(({ id }) => chosen.has(id))
  const meant = selected.length > 0 ? selected : items
  const act = async (verdict: 'approve' | 'reject', reason?: string): Promise<void> => {
    setBusy(true)
    await decide(
      meant.map(({ id }) => id),
      verdict,
      reason,
    )
    setChosen(new Set())
    setBusy(false)
  }
  const toggle = (id: number): void => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  return (
    <section className={classes.request}>
      <RequestFacts request={request} now={now} />
      <Group gap="xs" my="sm">
        <Button size="compact-md" loading={busy} onClick={() => void act('approve')}>
          <FormattedMessage
            id="todo.approveMany"
            values={{ count: meant.length, isAll: selected.length === 0 ? 1 : 0 }}
          />
        </Button>
        <Button size="compact-md" variant="default" disabled={busy} onClick={() => setRejecting(true)}>
          <FormattedMessage
            id="todo.rejectMany"
            values={{ count: meant.length, isAll: selected.length === 0 ? 1 : 0 }}
          />
        </Button>
        {selected.length > 0 && (
          <Button size="compact-md" variant="subtle" color="gray" onClick={() => setChosen(new Set())}>
            <FormattedMessage id="action.clearAll" />
          </Button>
        )}
      </Group>
      <ul className={classes.wall}>
        {items.map((item) => (
          <li key={item.id} className={classes.tile} data-chosen={chosen.has(item.id) || undefined}>
            <button type="button" className={classes.open} onClick={() => onOpen(item.id)}>
              <img src={pictureUrl(item, 'thumbnailSmall')} alt="" loading="lazy" />
              <span className={classes.name}>{item.name}</span>
            </button>
            <Checkbox
              className={classes.check}
              aria-label={intl.formatMessage({ id: 'todo.choose' }, { name: item.name })}
              checked={chosen.has(item.id)}
              onChange={() => toggle(item.id)}
            />
            {item.reopenedAt !== null && (
              <span className={classes.reopened}>
                <FormattedMessage id="todo.reopened" />
              </span>
            )}
          </li>
        ))}
      </ul>
      {isRejecting && (
        <RejectDialog
          assets={meant}
          work={(reason) => act('reject', reason)}
          onClose={() => setRejecting(false)}
        />
      )}
    </section>
  )
}
