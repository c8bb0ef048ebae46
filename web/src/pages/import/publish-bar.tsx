import { importsOf, isUnderWay, itemStatus, type ImportJobSnapshot } from '@cartouche/client'
import type { ImportItem } from '@cartouche/contract'
import { useClient, useUploads } from '@cartouche/react'
import { ActionIcon, Button, Group, Menu, Progress, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconChevronDown, IconCircleCheck } from '@tabler/icons-react'
import { Fragment, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { measureFoot } from '../../components/foot-bar/measure-foot.ts'
import { Tooltip } from '../../theme/tooltip.tsx'
import type { TextId } from '../../translations/texts.ts'
import { errorText } from '../../translations/error-text.ts'
import { fieldsOf, isDescribable, lackingFields } from './import-rows.ts'
import { publishWays as ways, useImportAnyway, type PublishWay as Way } from './use-import-anyway.ts'
import { isSkipped, type Duplicates } from './duplicate-choices.tsx'
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
  readonly duplicates: Duplicates
  /** Ids of the items that a filter shows, which alone are published then; null without one. */
  readonly shown: ReadonlySet<number> | null
}

/**
 * How many files can go into the library, what is missing of the others, and the button that takes them
 * there; then how far that is.
 */
export function PublishBar({ jobId, job, selected, duplicates, shown }: PublishBarProps) {
  const intl = useIntl()
  const client = useClient()
  const { session } = client
  const imports = importsOf(client)
  const { files, paused } = useUploads(jobId)
  const [ofSelection, setOfSelection] = useState(false)
  const { skipped, lacking, complete } = useMemo(() => sortItems(job, duplicates), [job, duplicates])
  const chosen = selected.filter(({ id }) => complete.has(id))
  const { ready, waiting, analyzing, broken, validating, validated } = job.counts
  const readyCount = Math.max(0, ready - lacking.size - skipped.size)
  const onlySelected = ofSelection && chosen.length > 0
  const publishable = [...complete].filter((id) => shown === null || shown.has(id))
  const count = onlySelected ? chosen.length : shown !== null ? publishable.length : readyCount
  const allowed = ways.filter((way) => way === 'draft' || session.can(`asset/${way}`))
  const [first = 'draft', ...others] = allowed
  const mayPublish = allowed.includes('publish')
  const take = (way: Way): void => {
    // All that are ready go by one word, however many; where some lack something or are not shown, the
    // others are named.
    const ids = onlySelected
      ? chosen.map(({ id }) => id)
      : shown !== null || (lacking.size + skipped.size > 0 && !job.hasNext)
        ? publishable
        : undefined
    setOfSelection(false)
    imports
      .validateItems(jobId, {
        ids,
        duplicates: duplicates.choices.all,
        duplicateChoices: duplicates.choices.items,
        ...(way === 'draft' ? {} : { workflowAction: way }),
      })
      .catch((error: unknown) => notifications.show({ color: 'red', message: errorText(intl, error) }))
  }
  const unsent = files.filter(({ status }) => status !== 'loaded').length
  // A pause starts nothing new; what is under way is sent to its end.
  const uploading = paused ? files.filter(isUnderWay).length : unsent
  const facts = (
    [
      ['import.bar.sending', uploading],
      ['import.bar.paused', unsent - uploading],
      // Why the button publishes fewer than are ready.
      ['import.bar.selected', onlySelected && count < readyCount ? count : 0],
      ['import.bar.shown', !onlySelected && count < readyCount ? count : undefined],
      ['import.bar.inspecting', waiting + analyzing],
      ['import.bar.skipped', skipped.size],
      ['import.bar.missing', lacking.size],
      ['import.bar.broken', broken],
    ] as const
  ).filter(([id, of]) => of !== undefined && (of > 0 || id === 'import.bar.shown'))
  const isWorking = validating > 0
  const isDone = ready === skipped.size && validated > 0
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
            <FormattedMessage id="import.bar.ready" values={{ count: readyCount }} />
          </Text>
        )}
        {facts.length > 0 && (
          <Text fz="sm" c="dimmed">
            {facts.map(([id, of], place) => (
              <Fragment key={id}>
                {place > 0 && '\u00A0· '}
                <span className={classes.fact}>
                  <FormattedMessage id={id} values={{ count: of }} />
                </span>
              </Fragment>
            ))}
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
                size={36}
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
              {chosen.length > 0 && (
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

interface SortedItems {
  readonly skipped: ReadonlySet<number>
  readonly lacking: ReadonlySet<number>
  /** Ids of those that can be published. */
  readonly complete: ReadonlySet<number>
}

/** Sorts the items that can be described by what publishing does with them; a walk through all of them. */
function sortItems({ items, headers }: ImportJobSnapshot, duplicates: Duplicates): SortedItems {
  const sorted = { skipped: new Set<number>(), lacking: new Set<number>(), complete: new Set<number>() }
  for (const item of items.filter(isDescribable)) {
    const { id } = item
    if (isSkipped(duplicates, id)) sorted.skipped.add(id)
    else if (lackingFields(item, fieldsOf(headers, [item])).length > 0) sorted.lacking.add(id)
    else sorted.complete.add(id)
  }
  return sorted
}
