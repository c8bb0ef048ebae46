import type { Page, PageConflict, PageEditor } from '@cartouche/client'
import { Button, Group, Text, Title } from '@mantine/core'
import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../../../components/return-focus/use-return-focus.ts'
import { formatAgo } from '../../../translations/format.ts'
import { useLanguage } from '../../../translations/translations.tsx'
import { fieldOf, readsTheSame, valueLabel, widgetName } from '../changes/value-text.ts'
import { ValueView } from '../changes/value-view.tsx'
import { find } from '../outline.ts'
import classes from './conflicts-panel.module.css'

interface ConflictsPanelProps {
  readonly editor: PageEditor
  readonly page: Page
  readonly conflicts: readonly PageConflict[]
}

/** What two people changed: mine and theirs beside each other, to choose from for each value or for all. */
export function ConflictsPanel({ editor, page, conflicts }: ConflictsPanelProps) {
  const intl = useIntl()
  const panel = useRef<HTMLElement>(null)
  useReturnFocus()
  const choose = (chosen: readonly PageConflict[], choice: 'mine' | 'theirs'): void => {
    editor.resolve(chosen, choice)
    // The button that was pressed goes away: whoever works by keyboard stays here.
    panel.current?.focus()
  }
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={classes.panel}
      aria-label={intl.formatMessage({ id: 'pageConflict.title' })}
    >
      <Group justify="space-between" gap="xs">
        <div role="alert">
          <Title order={2} fz="md">
            <FormattedMessage id="pageConflict.title" />
          </Title>
          <Text fz="sm">
            <FormattedMessage id="pageConflict.text" values={{ count: conflicts.length }} />
          </Text>
        </div>
        <Group gap="sm">
          <Button size="compact-sm" variant="default" onClick={() => choose(conflicts, 'mine')}>
            <FormattedMessage id="pageConflict.allMine" />
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => choose(conflicts, 'theirs')}>
            <FormattedMessage id="pageConflict.allTheirs" />
          </Button>
        </Group>
      </Group>
      <ul className={classes.list}>
        {conflicts.map((conflict) => (
          <Conflict
            key={`${conflict.widget}/${conflict.field}/${conflict.property}`}
            conflict={conflict}
            page={page}
            onChoose={(choice) => choose([conflict], choice)}
          />
        ))}
      </ul>
    </section>
  )
}

interface ConflictProps {
  readonly conflict: PageConflict
  readonly page: Page
  readonly onChoose: (choice: 'mine' | 'theirs') => void
}

function Conflict({ conflict, page, onChoose }: ConflictProps) {
  const intl = useIntl()
  const { language } = useLanguage()
  const { field, property, mine, theirs, base, at } = conflict
  const widget = conflict.widget === null ? null : (find(page, conflict.widget)?.widget ?? null)
  const of = { widget, field, property }
  const place = widget ? widgetName(widget, language) : intl.formatMessage({ id: 'pageEditor.page' })
  const label = valueLabel(intl, of)
  const isRaw = readsTheSame(intl, fieldOf(of), mine, theirs)
  const side = (choice: 'mine' | 'theirs', value: unknown) => (
    <div className={classes.side}>
      <Text fz="xs" c="dimmed">
        <FormattedMessage
          id={`pageConflict.${choice}`}
          values={{ when: at === null ? 'unknown' : 'known', ago: at === null ? '' : formatAgo(intl, at) }}
        />
      </Text>
      <Text fz="sm" className={classes.value}>
        <ValueView of={of} value={value} isRaw={isRaw} page={page} />
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={intl.formatMessage({ id: `pageConflict.keep.${choice}.of` }, { label, place })}
        onClick={() => onChoose(choice)}
      >
        <FormattedMessage id={`pageConflict.keep.${choice}`} />
      </Button>
    </div>
  )
  return (
    <li className={classes.item}>
      <Text fz="sm" fw={600}>
        {place} · {label}
      </Text>
      <Text fz="xs" c="dimmed" className={classes.value}>
        <FormattedMessage id="pageConflict.base" />{' '}
        <ValueView of={of} value={base} isRaw={isRaw} page={page} />
      </Text>
      <div className={classes.sides}>
        {side('mine', mine)}
        {side('theirs', theirs)}
      </div>
    </li>
  )
}
