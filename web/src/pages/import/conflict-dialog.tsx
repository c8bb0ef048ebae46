import { importsOf, type FieldHeader, type ImportItem, type ImportJobSnapshot } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../../components/return-focus/use-return-focus.ts'
import { fieldText } from '../../components/asset-details/field-text.ts'
import { ValueName } from '../../components/asset-text/value-name.tsx'
import { DialogButtons } from '../../components/dialog-buttons/dialog-buttons.tsx'
import { useJobWork } from '../../components/import-jobs/use-job-work.ts'
import { WorkFailure } from '../../components/import-jobs/work-failure.tsx'
import { conflictKey, keptChanges, type Side } from './conflict-choices.ts'
import { fieldsOf, itemsWith } from './import-rows.ts'
import { versionsOf, type DescribeConflict } from './use-describe.tsx'
import classes from './import.module.css'

interface ConflictDialogProps {
  readonly job: ImportJobSnapshot
  readonly conflict: DescribeConflict
  readonly onClose: () => void
}

/** Two people changed the same fields: shows both values of each, and keeps the one that is chosen. */
export function ConflictDialog({ job, conflict, onClose }: ConflictDialogProps) {
  useReturnFocus()
  const imports = importsOf(useClient())
  const { busy, failure, run } = useJobWork()
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({})
  const items = itemsWith(job.items, conflict.ids)
  const fields = Object.keys(conflict.data)
  const keep = (event: FormEvent): void => {
    event.preventDefault()
    const versions = versionsOf(items)
    run(async () => {
      for (const { ids, data } of keptChanges(conflict, choices))
        await imports.describeItems(job.id, ids, data, versions)
    }, onClose)
  }
  const chooseAll = (side: Side): void =>
    setChoices(
      Object.fromEntries(conflict.ids.flatMap((id) => fields.map((field) => [conflictKey(id, field), side]))),
    )
  return (
    <Modal opened onClose={onClose} size="lg" title={<FormattedMessage id="import.conflict.title" />}>
      <form onSubmit={keep}>
        <Stack gap="md">
          <Text>
            <FormattedMessage id="import.conflict.text" />
          </Text>
          {items.length > 1 && <AllSides choices={choices} onChoose={chooseAll} />}
          {items.flatMap((item) =>
            fields.map((field) => (
              <Conflict
                key={conflictKey(item.id, field)}
                item={item}
                field={field}
                header={fieldsOf(job.headers, [item])[field]}
                mine={conflict.data[field]}
                side={choices[conflictKey(item.id, field)] ?? 'theirs'}
                onChoose={(side) => setChoices({ ...choices, [conflictKey(item.id, field)]: side })}
              />
            )),
          )}
          <WorkFailure failure={failure} />
          <DialogButtons onClose={onClose} busy={busy} focusesCancel>
            <FormattedMessage id="import.conflict.keep" />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}

function AllSides({
  choices,
  onChoose,
}: {
  readonly choices: Readonly<Record<string, Side>>
  readonly onChoose: (side: Side) => void
}) {
  const sides = new Set(Object.values(choices))
  return (
    <Group gap="sm">
      <Text fz="sm">
        <FormattedMessage id="import.conflict.all" />
      </Text>
      <Sides
        labelId="import.conflict.all"
        value={sides.size === 1 ? ([...sides][0] ?? 'theirs') : 'theirs'}
        onChoose={onChoose}
      />
    </Group>
  )
}

interface ConflictProps {
  readonly item: ImportItem
  readonly field: string
  readonly header: FieldHeader | undefined
  readonly mine: unknown
  readonly side: Side
  readonly onChoose: (side: Side) => void
}

function Conflict({ item, field, header, mine, side, onChoose }: ConflictProps) {
  const intl = useIntl()
  const name = header?.name ?? field
  return (
    <Stack gap={6} className={classes.conflict}>
      <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
        {item.filename} · {name}
      </Text>
      <Group gap="md" align="flex-start">
        <Value labelId="import.conflict.theirs" isKept={side === 'theirs'} {...{ field, header }}>
          {item.$assetmetadata[field]}
        </Value>
        <Value labelId="import.conflict.mine" isKept={side === 'mine'} {...{ field, header }}>
          {mine}
        </Value>
        <Sides
          label={intl.formatMessage({ id: 'import.conflict.choice' }, { field: name, name: item.filename })}
          value={side}
          onChoose={onChoose}
        />
      </Group>
    </Stack>
  )
}

interface ValueProps {
  readonly labelId: 'import.conflict.mine' | 'import.conflict.theirs'
  readonly isKept: boolean
  readonly field: string
  readonly header: FieldHeader | undefined
  readonly children: unknown
}

function Value({ labelId, isKept, field, header, children: value }: ValueProps) {
  const intl = useIntl()
  const text = header === undefined ? JSON.stringify(value ?? '') : fieldText(intl, field, header, value)
  return (
    <div className={classes.conflictValue} data-kept={isKept || undefined}>
      <Text fz="xs" c="dimmed">
        <FormattedMessage id={labelId} />
      </Text>
      {typeof value === 'number' && header?.type === 'object' ? (
        <ValueName field={field} value={String(value)} header={header} />
      ) : (
        text || <FormattedMessage id="import.conflict.empty" />
      )}
    </div>
  )
}

interface SidesProps {
  readonly label?: string
  readonly labelId?: 'import.conflict.all'
  readonly value: Side
  readonly onChoose: (side: Side) => void
}

function Sides({ label, labelId, value, onChoose }: SidesProps) {
  const intl = useIntl()
  return (
    <SegmentedControl
      size="xs"
      value={value}
      onChange={(side) => onChoose(side === 'mine' ? 'mine' : 'theirs')}
      aria-label={label ?? (labelId && intl.formatMessage({ id: labelId }))}
      data={(['theirs', 'mine'] as const).map((side) => ({
        value: side,
        label: intl.formatMessage({ id: `import.conflict.${side}` }),
      }))}
    />
  )
}
