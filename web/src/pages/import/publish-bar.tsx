import { importsOf, itemStatus, type ImportJobSnapshot } from '@cartouche/client'
import type { ImportItem } from '@cartouche/contract'
import { useClient, useUploads } from '@cartouche/react'
import { ActionIcon, Button, Group, Menu, Progress, Text, Tooltip } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconChevronDown, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { measureFoot } from '../../components/foot-bar/measure-foot.ts'
import type { TextId } from '../../translations/translations.tsx'
import { errorText } from '../../translations/error-text.ts'
import { joinFacts } from '../../translations/format.ts'
import { fieldsOf, isDescribable, lackingFields } from './import-rows.ts'
import { publishWays as ways, useImportAnyway, type PublishWay as Way } from './use-import-anyway.ts'
import { choiceOf, isDuplicate, type DuplicateChoices } from './duplicate-choices.tsx'
import { SeePublished } from './see-published.tsx'
import classes from './import.module.css'

const wayTexts: Readonly<Record<Way, TextId>> = {
  publish: 'import.publish',
  submit: 'import.submit',
  draft: 'import.draft',
}

export interface PublishBarProps {
  readonly jobId: number
  readonly job: ImportJobSnapshot
  readonly selected: readonly ImportItem[]
  readonly choices: DuplicateChoices
  /** Ids of the items that a filter shows, which alone are published then; null without one. */
  readonly shown: ReadonlySet<number> | null
}

/**
 * How many files can go into the library, what is missing of the others, and the button that takes them
 * there; then how far that is.
 */
export function PublishBar({ jobId, job, selected, choices, shown }: PublishBarProps) {
  const intl = useIntl()
  const client = useClient()
  const { session } = client
  const imports = importsOf(client)
  const { files } = useUploads(jobId)
  const [ofSelection, setOfSelection] = useState(false)
  const lacks = (item: ImportItem): boolean => lackingFields(item, fieldsOf(job.headers, [item])).length > 0
  const skipped = job.items.filter((item) => isDuplicate(item, job) && choiceOf(choices, item.id) === 'skip')
  const lacking = job.items.filter((item) => isDescribable(item) && !skipped.includes(item) && lacks(item))
  const complete = selected.filter((item) => !lacks(item) && !skipped.includes(item))
  const { ready, waiting, analyzing, broken, validating, validated } = job.counts
  const onlySelected = ofSelection && complete.length > 0
  const publishable = job.items.filter(
    (item) =>
      isDescribable(item) &&
      !lacking.includes(item) &&
      !skipped.includes(item) &&
      (shown === null || shown.has(item.id)),
  )
  const count = onlySelected
    ? complete.length
    : shown !== null
      ? publishable.length
      : Math.max(0, ready - lacking.length - skipped.length)
  const allowed = ways.filter((way) => way === 'draft' || session.can(`asset/${way}`))
  const [first = 'draft', ...others] = allowed
  const mayPublish = allowed.includes('publish')
  const take = (way: Way): void => {
    // All that are ready go by one word, however many; where some lack something or are not shown, the
    // others are named.
    const ids = onlySelected
      ? complete.map(({ id }) => id)
      : shown !== null || (lacking.length + skipped.length > 0 && !job.hasNext)
        ? publishable.map(({ id }) => id)
        : undefined
    setOfSelection(false)
    imports
      .validateItems(jobId, {
        ids,
        duplicates: choices.all,
        duplicateChoices: choices.items,
        ...(way === 'draft' ? {} : { workflowAction: way }),
      })
      .catch((error: unknown) => notifications.show({ color: 'red', message: errorText(intl, error) }))
  }
  const facts = (
    [
      ['import.bar.sending', files.filter(({ status }) => status !== 'loaded').length],
      ['import.bar.inspecting', waiting + analyzing],
      ['import.bar.skipped', skipped.length],
      ['import.bar.missing', lacking.length],
      ['import.bar.broken', broken],
    ] as const
  ).filter(([, of]) => of > 0)
  const isWorking = validating > 0
  const isDone = ready === skipped.length && validated > 0
  const importAnyway = useImportAnyway(jobId)
  const brokenIds = job.items.filter((item) => itemStatus(item) === 'broken').map(({ id }) => id)
  return (
    <footer className={classes.bar} ref={measureFoot}>
      <div className={classes.barText} aria-live="polite">
        {isWorking ? (
          <>
            <Text fw={550}>
              <FormattedMessage
                id="import.working"
                values={{ done: validated, count: validated + validating, publishes: Number(mayPublish) }}
              />
            </Text>
            <Progress
              value={(validated / (validated + validating)) * 100}
              animated
              size={5}
              aria-label={intl.formatMessage({ id: 'import.state.validating' })}
            />
          </>
        ) : isDone ? (
          <Group gap="sm" wrap="nowrap">
            <IconCircleCheck size={20} stroke={1.7} className={classes.green} aria-hidden />
            <Text fw={550}>
              <FormattedMessage id="import.done" values={{ count: validated }} />
              {!mayPublish && (
                <Text component="span" inherit fw={400} c="dimmed">
                  {' '}
                  <FormattedMessage id="import.done.unpublished" />
                </Text>
              )}
            </Text>
          </Group>
        ) : (
          <Text fw={550}>
            <FormattedMessage id="import.bar.ready" values={{ count: ready - skipped.length }} />
          </Text>
        )}
        {facts.length > 0 && (
          <Text fz="sm" c="dimmed">
            {joinFacts(facts.map(([id, of]) => intl.formatMessage({ id }, { count: of })))}
          </Text>
        )}
      </div>
      {brokenIds.length > 0 && !isWorking && (
        <Tooltip label={<FormattedMessage id="import.anyway.hint" />} multiline maw={300}>
          <Button variant="default" className={classes.allAnyway} onClick={() => importAnyway(brokenIds)}>
            <FormattedMessage id="import.bar.anyway" values={{ count: brokenIds.length }} />
          </Button>
        </Tooltip>
      )}
      {validated > 0 && !isWorking && <SeePublished job={job} isDone={isDone} />}
      {!isDone && (
        <Group gap={4} wrap="nowrap">
          <Button disabled={count === 0} onClick={() => take(first)}>
            <FormattedMessage id={wayTexts[first]} values={{ count }} />
          </Button>
          <Menu position="top-end">
            <Menu.Target>
              <ActionIcon
                size={34}
                variant="default"
                disabled={count === 0}
                aria-label={intl.formatMessage({ id: 'import.publish.more' })}
              >
                <IconChevronDown size={17} stroke={1.7} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {others.map((way) => (
                <Menu.Item key={way} onClick={() => take(way)}>
                  <FormattedMessage id={wayTexts[way]} values={{ count }} />
                </Menu.Item>
              ))}
              {complete.length > 0 && (
                <Menu.CheckboxItem checked={onlySelected} onChange={setOfSelection} closeMenuOnClick={false}>
                  <FormattedMessage id="import.publish.selected" />
                </Menu.CheckboxItem>
              )}
            </Menu.Dropdown>
          </Menu>
        </Group>
      )}
    </footer>
  )
}
