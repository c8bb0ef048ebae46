import type { ImportItem, ImportJobSnapshot } from '@cartouche/client'
import { Button, Stack, Text, Title } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { AssetPicture } from '../../components/asset-picture/asset-picture.tsx'
import { ChooseResource } from './choose-resource.tsx'
import { DescribeField } from './describe-field.tsx'
import { fieldsOf, isDescribable, permissionsOf } from './import-rows.ts'
import { LockAlert } from './lock-alert.tsx'
import { SelectionActions } from './selection-actions.tsx'
import type { Describe } from './use-describe.tsx'
import { useLease } from './use-lease.ts'
import classes from './import.module.css'

/** The fields that are filled most, in this order; the others follow on demand. */
const firstFields = [
  'name',
  'description',
  'keywords',
  'collections',
  'creator',
  'credit',
  'copyright',
  'city',
  'country',
]
const picturesShown = 8

export interface DescribePanelProps {
  readonly job: ImportJobSnapshot
  /** The selected files that can be described. */
  readonly items: readonly ImportItem[]
  /** All that are selected, the damaged too. */
  readonly chosen: readonly ImportItem[]
  readonly describe: Describe
  readonly onSelect: (ids: readonly number[]) => void
  readonly onRemove: () => void
  readonly onMove: () => void
  readonly onProcess: () => void
}

/**
 * Describes the selected files, one or many at once. Each change is made as soon as its field is left, and
 * taken back when it is refused.
 */
export function DescribePanel({
  job,
  items,
  chosen,
  describe,
  onSelect,
  onRemove,
  onMove,
  onProcess,
}: DescribePanelProps) {
  useLease(
    job.id,
    items.map(({ id }) => id),
  )
  const describable = job.items.filter(isDescribable)
  const damaged = chosen.length - items.length
  if (chosen.length === 0)
    return (
      <Stack p="lg" gap="md" align="flex-start">
        <Text c="dimmed">
          <FormattedMessage id={describable.length > 0 ? 'import.panel.none' : 'import.panel.nothing'} />
        </Text>
        {describable.length > 1 && (
          <Button
            variant="default"
            size="compact-md"
            onClick={() => onSelect(describable.map(({ id }) => id))}
          >
            <FormattedMessage id="import.panel.all" values={{ count: describable.length }} />
          </Button>
        )}
      </Stack>
    )
  return (
    <Stack gap="md" p="md">
      <Title order={2}>
        <FormattedMessage id="import.panel.count" values={{ count: chosen.length }} />
      </Title>
      <Pictures items={chosen} />
      <LockAlert items={items} />
      {damaged > 0 && (
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="import.panel.chosen" values={{ count: damaged }} />
        </Text>
      )}
      {items.length > 0 && <Fields job={job} items={items} describe={describe} />}
      <SelectionActions
        jobId={job.id}
        items={chosen}
        onRemove={onRemove}
        onMove={onMove}
        onProcess={onProcess}
      />
    </Stack>
  )
}

function Pictures({ items }: { readonly items: readonly ImportItem[] }) {
  return (
    <div className={classes.pictures} aria-hidden>
      {items.slice(0, picturesShown).map((item) => (
        <span key={item.id}>
          <AssetPicture
            asset={{ id: item.id, name: item.filename, blurhash: item.blurhash }}
            object="massimportitem"
            sidePx={items.length === 1 ? 300 : 80}
            alt=""
          />
        </span>
      ))}
    </div>
  )
}

interface FieldsProps extends Pick<DescribePanelProps, 'job' | 'items'> {
  readonly describe: Describe
}

/** The fields that all of the files have, those that are filled most first. */
function Fields({ job, items, describe }: FieldsProps) {
  const [withAll, setWithAll] = useState(false)
  const fields = fieldsOf(job.headers, items)
  const editable = Object.keys(fields).filter(
    (name) => fields[name]?.i18nFor === null && items.every((item) => permissionsOf(item, name).editable),
  )
  const rest = editable
    .filter((name) => !firstFields.includes(name))
    .toSorted((a, b) => (fields[a]?.taborder ?? 0) - (fields[b]?.taborder ?? 0))
  const shown = [...firstFields.filter((name) => editable.includes(name)), ...(withAll ? rest : [])]
  // What is typed belongs to these files: another selection starts again.
  const selectionKey = items.map(({ id }) => id).join(',')
  const More = withAll ? IconChevronUp : IconChevronDown
  return (
    <>
      {items.length > 1 && (
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="import.panel.hint" />
        </Text>
      )}
      <ChooseResource job={job} items={items} fields={fields} />
      {shown.map((name) => {
        const header = fields[name]
        return header === undefined ? null : (
          // What is seen when one comes into a field is what a change of it is compared with.
          <div
            key={`${selectionKey} ${name}`}
            onFocusCapture={() => describe.look(name)}
            onBlur={describe.leave}
          >
            <DescribeField name={name} header={header} items={items} onChange={describe.change} />
          </div>
        )
      })}
      {rest.length > 0 && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          rightSection={<More size={16} stroke={1.7} aria-hidden />}
          onClick={() => setWithAll(!withAll)}
          aria-expanded={withAll}
        >
          <FormattedMessage id={withAll ? 'action.showLess' : 'action.showMore'} />
        </Button>
      )}
    </>
  )
}
