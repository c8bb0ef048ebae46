import type { ImportJobSnapshot } from '@cartouche/client'
import type { DuplicateChoice } from '@cartouche/contract'
import { Group, SegmentedControl, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { isDescribable } from './import-rows.ts'

/** Whether the files of an import that the library has already are imported again or skipped. */
export interface DuplicateChoices {
  /** Of all but those in `items`. */
  readonly all: DuplicateChoice
  /** Of some, by the item's id. */
  readonly items: Readonly<Record<string, DuplicateChoice>>
}

/** The duplicates of an import: skipped until somebody chooses otherwise, and how to change that. */
export interface Duplicates {
  /** Items whose file the library has already, or the same import has twice. */
  readonly ids: ReadonlySet<number>
  readonly choices: DuplicateChoices
  readonly choose: (itemId: number, choice: DuplicateChoice) => void
  readonly chooseAll: (choice: DuplicateChoice) => void
}

/** Finds the duplicates, and keeps the choices while the page is open. */
export function useDuplicates({ items, validated }: ImportJobSnapshot): Duplicates {
  const [choices, setChoices] = useState<DuplicateChoices>({ all: 'skip', items: {} })
  const actions = useMemo(
    (): Pick<Duplicates, 'choose' | 'chooseAll'> => ({
      choose: (itemId, choice) =>
        setChoices(({ all, items }) => ({ all, items: { ...items, [itemId]: choice } })),
      chooseAll: (all) => setChoices({ all, items: {} }),
    }),
    [],
  )
  const ids = useMemo(() => duplicatesOf({ items, validated }), [items, validated])
  return useMemo(() => ({ ids, choices, ...actions }), [ids, choices, actions])
}

/** Ids of the items whose file the library has already, or which the same import has twice. */
export function duplicatesOf({
  items,
  validated,
}: Pick<ImportJobSnapshot, 'items' | 'validated'>): ReadonlySet<number> {
  const known = new Set([...items, ...validated].map(({ id }) => id))
  return new Set(
    items
      .filter(
        (item) =>
          item.duplicateof !== null &&
          isDescribable(item) &&
          (item.duplicateof.$resource !== 'massimportitem' || known.has(item.duplicateof.id)),
      )
      .map(({ id }) => id),
  )
}

/** Whether an item stays out of the library, because its file is there. */
export function isSkipped({ ids, choices }: Pick<Duplicates, 'ids' | 'choices'>, itemId: number): boolean {
  return ids.has(itemId) && choiceOf(choices, itemId) === 'skip'
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
export function AllDuplicates({ duplicates }: { readonly duplicates: Duplicates }) {
  const intl = useIntl()
  const count = duplicates.ids.size
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
