import type { ReviewRequest } from '@cartouche/client'
import { Button, Checkbox, Group } from '@mantine/core'
import { IconMessageCheck, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AssetPicture } from '../../components/asset-picture/asset-picture.tsx'
import { DecisionDialog } from '../../components/reviews/decision-dialog.tsx'
import { RequestFacts } from './request-facts.tsx'
import { useDecide } from './use-decide.ts'
import classes from './todo.module.css'

type Verdict = 'approve' | 'reject'

interface RequestSectionProps {
  readonly request: ReviewRequest
  readonly onOpen: (id: number) => void
}

/** The assets of a request that wait: looked at one by one, or decided many at once. */
export function RequestSection({ request, onOpen }: RequestSectionProps) {
  const intl = useIntl()
  const decide = useDecide()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const lastToggled = useRef<number>(null)
  const [asked, setAsked] = useState<Verdict | null>(null)
  const [busy, setBusy] = useState(false)
  const [now] = useState(Date.now)
  const { items } = request
  const selected = items.filter(({ id }) => chosen.has(id))
  const meant = selected.length > 0 ? selected : items
  /** Resolves to whether it was done; otherwise the dialog keeps what was typed. */
  const act = async (verdict: Verdict, words?: string): Promise<boolean> => {
    setBusy(true)
    const isDone = await decide(
      meant.map(({ id }) => id),
      verdict,
      words,
    )
    if (isDone) setChosen(new Set())
    setBusy(false)
    return isDone
  }
  /** One, or with Shift all from the last one to it, which become as it does. */
  const toggle = (at: number, isRange: boolean): void => {
    const last = isRange ? items.findIndex(({ id }) => id === lastToggled.current) : -1
    const from = last === -1 ? at : last
    const range = items.slice(Math.min(from, at), Math.max(from, at) + 1).map(({ id }) => id)
    const isChosen = !chosen.has(items[at]?.id ?? 0)
    setChosen(new Set(isChosen ? [...chosen, ...range] : [...chosen].filter((id) => !range.includes(id))))
    lastToggled.current = items[at]?.id ?? null
  }
  return (
    <section className={classes.request}>
      <RequestFacts request={request} now={now} />
      <Group gap="sm" my="sm" className={classes.decide}>
        <Button size="compact-md" loading={busy} onClick={() => void act('approve')}>
          <FormattedMessage
            id="todo.approveMany"
            values={{ count: meant.length, isAll: selected.length === 0 ? 1 : 0 }}
          />
        </Button>
        <Button
          size="compact-md"
          variant="default"
          className={classes.minor}
          leftSection={<IconMessageCheck size={17} stroke={1.7} aria-hidden />}
          disabled={busy}
          onClick={() => setAsked('approve')}
        >
          <FormattedMessage id="todo.approveWithNote" />
        </Button>
        <Button size="compact-md" variant="default" disabled={busy} onClick={() => setAsked('reject')}>
          <FormattedMessage
            id="todo.rejectMany"
            values={{ count: meant.length, isAll: selected.length === 0 ? 1 : 0 }}
          />
        </Button>
        {selected.length > 0 && (
          <Button
            size="compact-md"
            variant="subtle"
            color="gray"
            className={classes.minor}
            leftSection={<IconX size={17} stroke={1.7} aria-hidden />}
            onClick={() => setChosen(new Set())}
          >
            <FormattedMessage id="todo.clear" />
          </Button>
        )}
      </Group>
      <ul className={classes.wall}>
        {items.map((item, at) => (
          <li key={item.id} className={classes.tile} data-chosen={chosen.has(item.id) || undefined}>
            <button type="button" className={classes.open} onClick={() => onOpen(item.id)}>
              <span className={classes.picture}>
                <AssetPicture asset={item} sidePx={150} alt="" isLazy />
              </span>
              <span className={classes.name}>{item.name}</span>
            </button>
            <Checkbox
              className={classes.check}
              aria-label={intl.formatMessage({ id: 'todo.choose' }, { name: item.name })}
              checked={chosen.has(item.id)}
              onChange={({ nativeEvent }) => toggle(at, isWithShift(nativeEvent))}
            />
            {item.reopenedAt !== null && (
              <span className={classes.reopened}>
                <FormattedMessage id="todo.reopened" />
              </span>
            )}
          </li>
        ))}
      </ul>
      {asked !== null && (
        <DecisionDialog
          verdict={asked}
          assets={meant}
          work={(words) => act(asked, words)}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}

/** A checkbox changes by a click, also where a key made it. */
function isWithShift(event: Event): boolean {
  return event instanceof MouseEvent && event.shiftKey
}
