import type { ImportJobSnapshot } from '@cartouche/client'
import type { DuplicateChoice, ImportItem } from '@cartouche/contract'
import { Group, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { isDescribable } from './import-rows.ts'

/** What becomes of the files of an import that the library has already. */
export interface DuplicateChoices {
  /** Of all but those in `items`. */
  readonly all: DuplicateChoice
  /** Of some, by the item's id. */
  readonly items: Readonly<Record<string, DuplicateChoice>>
}

/** The choices of this page, skipped until somebody chooses otherwise, and how to change them. */
export interface ChooseDuplicates {
  readonly choices: DuplicateChoices
  readonly choose: (itemId: number, choice: DuplicateChoice) => void
  readonly chooseAll: (choice: DuplicateChoice) => void
}

/** Keeps the choices while the page is open. */
export function useDuplicateChoices(): ChooseDuplicates {
  const [choices, setChoices] = useState<DuplicateChoices>({ all: 'skip', items: {} })
  return {
    choices,
    choose: (itemId, choice) =>
      setChoices(({ all, items }) => ({ all, items: { ...items, [itemId]: choice } })),
    chooseAll: (all) => setChoices({ all, items: {} }),
  }
}

/** Whether the library has a file already, or the same import has it twice. */
export function isDuplicate(item: ImportItem, job: Pick<ImportJobSnapshot, 'items' | 'validated'>): boolean {
  const { duplicateof: other } = item
  if (other === null || !isDescribable(item)) return false
  return (
    other.$resource !== 'massimportitem' || [...job.items, ...job.validated].some(({ id }) => id === other.id)
  )
}

/** What was chosen for an item. */
export function choiceOf({ all, items }: DuplicateChoices, itemId: number): DuplicateChoice {
  return items[String(itemId)] ?? all
}

interface ChoiceProps {
  readonly label: string
  readonly value: DuplicateChoice
  readonly onChange: (choice: DuplicateChoice) => void
}

/** Skip or import anyway. */
export function DuplicateSwitch({ label, value, onChange }: ChoiceProps) {
  const intl = useIntl()
  return (
    <SegmentedControl
      size="xs"
      value={value === 'import' ? 'import' : 'skip'}
      aria-label={label}
      onChange={(next) => onChange(next === 'import' ? 'import' : 'skip')}
      data={[
        { value: 'skip', label: intl.formatMessage({ id: 'import.duplicate.skip' }) },
        { value: 'import', label: intl.formatMessage({ id: 'import.duplicate.import' }) },
      ]}
    />
  )
}

/** The choice for all duplicates of an import; nothing where there is none. */
export function AllDuplicates({
  job,
  duplicates,
}: {
  readonly job: ImportJobSnapshot
  readonly duplicates: ChooseDuplicates
}) {
  const intl = useIntl()
  const count = job.items.filter((item) => isDuplicate(item, job)).length
  if (count === 0) return null
  return (
    <Group gap="xs">
      <Text fz="sm">
        <FormattedMessage id="import.duplicate.count" values={{ count }} />
      </Text>
      <DuplicateSwitch
        label={intl.formatMessage({ id: 'import.duplicate.all' })}
        value={duplicates.choices.all}
        onChange={duplicates.chooseAll}
      />
    </Group>
  )
}
