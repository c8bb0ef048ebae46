import type { Page, PageChange, ValueDifference } from '@cartouche/client'
import { Badge, Text, Title, UnstyledButton } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { useLanguage } from '../../../translations/translations.tsx'
import { excerpts } from '../changes/excerpts.ts'
import { fieldOf, readsTheSame, valueLabel, valueText, widgetName } from '../changes/value-text.ts'
import { ValueView } from '../changes/value-view.tsx'
import classes from './compare.module.css'

const colors = { added: 'green', removed: 'red', moved: 'blue', changed: 'gray' } as const

interface ChangeListProps {
  readonly changes: readonly PageChange[]
  readonly before: Page
  readonly after: Page
  /** The change that is marked in the previews. */
  readonly chosen: PageChange | null
  readonly onChoose: (change: PageChange) => void
}

/** What is different, line by line. Who chooses a line sees it marked in both previews. */
export function ChangeList({ changes, before, after, chosen, onChoose }: ChangeListProps) {
  const intl = useIntl()
  const { language } = useLanguage()
  return (
    <>
      <Title order={2} fz="md" aria-live="polite">
        <FormattedMessage id="pageCompare.count" values={{ count: changes.length }} />
      </Title>
      <ul className={classes.list}>
        {changes.map((change) => {
          const widget = change.after ?? change.before
          const name = widget ? widgetName(widget, language) : intl.formatMessage({ id: 'pageEditor.page' })
          return (
            <li key={keyOf(change)}>
              <UnstyledButton
                className={classes.line}
                aria-pressed={change === chosen}
                onClick={() => onChoose(change)}
              >
                <span className={classes.lineHead}>
                  <Badge
                    component="span"
                    size="sm"
                    variant="light"
                    radius="sm"
                    color={colors[change.kind]}
                    fw={500}
                    c="var(--mantine-color-text)"
                  >
                    <FormattedMessage id={`pageCompare.${change.kind}`} />
                  </Badge>
                  <span className={classes.name}>{name}</span>
                </span>
                {change.kind === 'changed' && <Difference change={change} before={before} after={after} />}
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function keyOf(change: PageChange): string {
  const ids = `${change.kind}/${change.before?.id}/${change.after?.id}`
  return change.kind === 'changed' ? `${ids}/${change.field}/${change.property}` : ids
}

type DifferenceProps = Pick<ChangeListProps, 'before' | 'after'> & { readonly change: ValueDifference }

/** A value before and after; of long texts the part where they differ. */
function Difference({ change, before, after }: DifferenceProps) {
  const intl = useIntl()
  const { field, property, from, to } = change
  const of = { widget: change.after, field, property }
  const known = fieldOf(of)
  const isText = typeof from === 'string' && typeof to === 'string' && from !== '' && to !== ''
  const read = (value: string): string =>
    readsTheSame(intl, known, from, to) ? value : valueText(intl, known, value)
  const [was, is] = isText ? excerpts(read(from), read(to)) : []
  return (
    <span className={classes.difference}>
      <Text component="span" fz="sm" fw={600}>
        {valueLabel(intl, of)}
      </Text>
      <Text component="span" fz="sm">
        <FormattedMessage id="pageCompare.from" />{' '}
        <del>{was ?? <ValueView of={{ ...of, widget: change.before }} value={from} page={before} />}</del>
      </Text>
      <Text component="span" fz="sm">
        <FormattedMessage id="pageCompare.to" />{' '}
        <ins>{is ?? <ValueView of={of} value={to} page={after} />}</ins>
      </Text>
    </span>
  )
}
