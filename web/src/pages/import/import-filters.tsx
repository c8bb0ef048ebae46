import type { ImportJobSnapshot, UploadQueueSnapshot } from '@cartouche/client'
import { useImportWords } from '@cartouche/react'
import { Autocomplete, Group, Pill, SegmentedControl, Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { isDamage } from '../../components/file-problems/problem-text.ts'
import { textOr } from '../../translations/error-text.ts'
import { isSkipped, type Duplicates } from './duplicate-choices.tsx'
import { duplicateProblem, stateFilters, statusesOf, type StateFilter } from './import-filter.ts'
import { useProblemCounts, type ImportFilterControl } from './use-import-filter.ts'
import classes from './import.module.css'

const typingPauseMs = 300

interface ImportFiltersProps {
  readonly job: ImportJobSnapshot
  readonly uploads: UploadQueueSnapshot
  readonly control: ImportFilterControl
  readonly duplicates: Duplicates
  readonly children?: ReactNode
}

/** The files of an import by their state, by what is wrong with them and by words. */
export function ImportFilters({ job, uploads, control, duplicates, children }: ImportFiltersProps) {
  const intl = useIntl()
  const { filter, only, isFiltered, change } = control
  const skipped = job.items.filter(({ id }) => isSkipped(duplicates, id)).length
  const [allSkipped, setAllSkipped] = useState(skipped)
  // A filter leaves some of them out.
  if (!isFiltered && allSkipped !== skipped) setAllSkipped(skipped)
  const failed = uploads.failed.length
  const unsent = uploads.files.filter(({ status }) => status !== 'loaded').length
  const countOf = (state: StateFilter): number => {
    if (state === 'all') return failed + unsent + job.count
    const items = statusesOf[state].reduce((sum, status) => sum + job.counts[status], 0)
    if (state === 'open') return unsent + items - allSkipped
    return state === 'broken' ? failed + items : items
  }
  return (
    <Group className={classes.filters} gap="md">
      <SegmentedControl
        size="xs"
        value={filter.state}
        onChange={(value) => change({ state: stateFilters.find((one) => one === value) ?? 'all' })}
        aria-label={intl.formatMessage({ id: 'import.filter' })}
        data={stateFilters.map((value) => ({
          value,
          label: intl.formatMessage({ id: `import.filter.${value}` }, { count: countOf(value) }),
        }))}
      />
      <ProblemSelect job={job} control={control} duplicateCount={duplicates.ids.size} />
      <div className={classes.searchAndRest}>
        <ItemSearchBox jobId={job.id} control={control} />
        {only.length > 0 && (
          <Pill
            size="md"
            withRemoveButton
            onRemove={control.clear}
            removeButtonProps={{
              'aria-label': intl.formatMessage({ id: 'import.filter.clear' }),
              'aria-hidden': false,
              tabIndex: 0,
            }}
          >
            <FormattedMessage id="import.filter.only" values={{ count: only.length }} />
          </Pill>
        )}
        {children}
      </div>
    </Group>
  )
}

function ProblemSelect({
  job,
  control: { filter, change },
  duplicateCount,
}: Pick<ImportFiltersProps, 'job' | 'control'> & { readonly duplicateCount: number }) {
  const intl = useIntl()
  const kinds = new Map(useProblemCounts(job))
  if (duplicateCount > 0) kinds.set(duplicateProblem, duplicateCount)
  if (filter.problem !== '' && !kinds.has(filter.problem)) kinds.set(filter.problem, 0)
  if (kinds.size === 0) return null
  const optionsOf = (isOfGroup: (code: string) => boolean) =>
    [...kinds]
      .filter(([code]) => isOfGroup(code))
      .map(([code, count]) => ({
        value: code,
        label: intl.formatMessage(
          { id: 'import.filter.problem.option' },
          { text: textOr(intl, `import.problem.${code}`, code).replace(/\.$/, ''), count },
        ),
      }))
  return (
    <Select
      size="xs"
      className={classes.problem}
      clearable
      value={filter.problem === '' ? null : filter.problem}
      onChange={(problem) => change({ problem: problem ?? '' })}
      placeholder={intl.formatMessage({ id: 'import.filter.problem' })}
      aria-label={intl.formatMessage({ id: 'import.filter.problem' })}
      comboboxProps={{ width: 'min(420px, calc(100vw - 32px))', position: 'bottom-start' }}
      data={[
        { group: intl.formatMessage({ id: 'import.filter.damage' }), items: optionsOf(isDamage) },
        {
          group: intl.formatMessage({ id: 'import.filter.notes' }),
          items: optionsOf((code) => !isDamage(code)),
        },
      ].filter(({ items }) => items.length > 0)}
    />
  )
}

/** Searches while it is typed; the last word is completed. */
function ItemSearchBox({
  jobId,
  control: { filter, change },
}: {
  readonly jobId: number
  readonly control: ImportFilterControl
}) {
  const intl = useIntl()
  const { textSuggests, suggest } = useImportWords(jobId)
  const [typed, setTyped] = useState(filter.text)
  const [asked, setAsked] = useState(filter.text)
  // Another address, by Back or a link: what is typed follows it.
  if (asked !== filter.text) {
    setAsked(filter.text)
    if (typed.trim() !== filter.text) setTyped(filter.text)
  }
  const search = useDebouncedCallback((text: string) => change({ text }, { replace: true }), typingPauseMs)
  return (
    <Autocomplete
      size="xs"
      className={classes.search}
      type="search"
      leftSection={<IconSearch size={15} stroke={1.6} aria-hidden />}
      placeholder={intl.formatMessage({ id: 'import.search' })}
      aria-label={intl.formatMessage({ id: 'import.search' })}
      maxLength={200}
      data={typed.trim() === '' ? [] : [...new Set(textSuggests)]}
      filter={({ options }) => options}
      value={typed}
      onChange={(text) => {
        setTyped(text)
        suggest(text)
        search(text.trim())
      }}
    />
  )
}
