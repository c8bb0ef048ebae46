import type { FieldHeader, ImportItem, ImportResource } from '@cartouche/contract'
import { importsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconChevronDown, IconChevronUp, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AssetPicture } from '../../components/asset-picture/asset-picture.tsx'
import { errorText } from '../../translations/error-text.ts'
import { ChooseResource } from './choose-resource.tsx'
import { DescribeField } from './describe-field.tsx'
import { permissionsOf } from './import-rows.ts'
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
  readonly jobId: number
  readonly items: readonly ImportItem[]
  readonly fields: Readonly<Record<string, FieldHeader>>
  /** What the items can become. */
  readonly resources: readonly ImportResource[]
  readonly onRemove: () => void
}

/**
 * Describes the selected files, one or many at once. Each change is made as soon as its field is left, and
 * taken back when it is refused.
 */
export function DescribePanel({ jobId, items, fields, resources, onRemove }: DescribePanelProps) {
  const intl = useIntl()
  const imports = importsOf(useClient())
  const [withAll, setWithAll] = useState(false)
  if (items.length === 0)
    return (
      <Text c="dimmed" p="lg">
        <FormattedMessage id="import.panel.none" />
      </Text>
    )
  const change = (data: Readonly<Record<string, unknown>>): void => {
    imports
      .describeItems(
        jobId,
        items.map(({ id }) => id),
        data,
      )
      .catch((error: unknown) => notifications.show({ color: 'red', message: errorText(intl, error) }))
  }
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
    <Stack gap="md" p="md">
      <Title order={2}>
        <FormattedMessage id="import.panel.count" values={{ count: items.length }} />
      </Title>
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
      {items.length > 1 && (
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="import.panel.hint" />
        </Text>
      )}
      <ChooseResource jobId={jobId} items={items} resources={resources} fields={fields} />
      {shown.map((name) => {
        const header = fields[name]
        return header === undefined ? null : (
          <DescribeField
            key={`${selectionKey} ${name}`}
            name={name}
            header={header}
            items={items}
            onChange={change}
          />
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
      <Button
        variant="default"
        leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
        onClick={onRemove}
      >
        <FormattedMessage id="import.panel.remove" values={{ count: items.length }} />
      </Button>
    </Stack>
  )
}
