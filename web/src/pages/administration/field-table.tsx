import type { EntityData } from '@cartouche/client'
import { ActionIcon, Badge, Code, Group, Table } from '@mantine/core'
import { IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import { useRef, type KeyboardEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import { textOr } from '../../translations/error-text.ts'
import type { FieldGroups, FieldPlace } from './field-groups.ts'
import { useFieldDrag } from './use-field-drag.ts'
import { labelOf } from './use-schema-records.ts'
import classes from './administration.module.css'

interface FieldTableProps {
  readonly groups: FieldGroups
  readonly onEdit: (field: EntityData) => void
  readonly onRemove: (field: EntityData) => void
  readonly onMove: (field: number, place: FieldPlace) => void
  /** `isRepeated`: the key is held. */
  readonly onStep: (field: number, by: 1 | -1, isRepeated: boolean) => void
}

const columns = 6

/**
 * The fields of a resource in their groups, each with what it does; dragged, or moved by the arrows of their
 * handles. What the product comes with cannot be removed.
 */
export function FieldTable({ groups, onEdit, onRemove, onMove, onStep }: FieldTableProps) {
  const intl = useIntl()
  return (
    <div className={classes.table}>
      <Table verticalSpacing={6} highlightOnHover stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={36} aria-label={intl.formatMessage({ id: 'administration.order' })} />
            <Table.Th>
              <FormattedMessage id="administration.label" />
            </Table.Th>
            <Table.Th className={classes.wide}>
              <FormattedMessage id="administration.name" />
            </Table.Th>
            <Table.Th className={classes.type}>
              <FormattedMessage id="administration.type" />
            </Table.Th>
            <Table.Th className={classes.does}>
              <FormattedMessage id="administration.does" />
            </Table.Th>
            <Table.Th>
              <FormattedMessage id="administration.actions" />
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        {groups.map(({ id, fields }) => (
          <Table.Tbody key={id}>
            {groups.length > 1 && (
              <GroupRow
                id={id}
                isEmpty={fields.length === 0}
                onDrop={(field) => onMove(field, { group: id, before: fields[0]?.id ?? null })}
              />
            )}
            {fields.map((field) => (
              <FieldRow
                key={field.id}
                field={field}
                onEdit={() => onEdit(field)}
                onRemove={() => onRemove(field)}
                onStep={(by, isRepeated) => onStep(field.id, by, isRepeated)}
                onDrop={(dropped) => onMove(dropped, { group: id, before: field.id })}
              />
            ))}
          </Table.Tbody>
        ))}
      </Table>
    </div>
  )
}

function GroupRow({
  id,
  isEmpty,
  onDrop,
}: {
  readonly id: number
  readonly isEmpty: boolean
  readonly onDrop: (field: number) => void
}) {
  const intl = useIntl()
  const row = useRef<HTMLTableRowElement>(null)
  const { isOver } = useFieldDrag(row, null, { id: null, onDrop })
  return (
    <Table.Tr ref={row} data-over={isOver || undefined} className={classes.dropped}>
      <Table.Th colSpan={columns} scope="colgroup" className={classes.group}>
        {textOr(intl, `field.group.${id}`, intl.formatMessage({ id: 'field.group.other' }, { number: id }))}
        {isEmpty && (
          <span className={classes.empty}>
            {' '}
            · <FormattedMessage id="administration.group.empty" />
          </span>
        )}
      </Table.Th>
    </Table.Tr>
  )
}

interface FieldRowProps {
  readonly field: EntityData
  readonly onEdit: () => void
  readonly onRemove: () => void
  readonly onStep: (by: 1 | -1, isRepeated: boolean) => void
  readonly onDrop: (field: number) => void
}

function FieldRow({ field, onEdit, onRemove, onStep, onDrop }: FieldRowProps) {
  const intl = useIntl()
  const row = useRef<HTMLTableRowElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const { isOver, isDragged } = useFieldDrag(row, handle, { id: field.id, onDrop })
  const label = labelOf(field, intl.locale)
  const is = (name: string): boolean => field[name] === true
  const does = [
    ...(is('tree') ? ['administration.tree.short' as const] : []),
    ...(is('facet') ? ['administration.facet' as const] : []),
    ...(is('sortable') ? ['administration.sortable' as const] : []),
    ...(typeof field['fulltext'] === 'string' ? ['administration.fulltext' as const] : []),
    ...(is('i18n') ? ['administration.i18n.short' as const] : []),
    ...(is('mandatorycreate') || is('mandatorypatch') || is('mandatorystructure')
      ? ['administration.mandatory' as const]
      : []),
    ...(is('builtin') ? ['administration.builtin' as const] : []),
  ]
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onStep(event.key === 'ArrowUp' ? -1 : 1, event.repeat)
  }
  return (
    <Table.Tr
      ref={row}
      data-over={isOver || undefined}
      data-dragged={isDragged || undefined}
      className={classes.dropped}
    >
      <Table.Td>
        <ActionIcon
          ref={handle}
          className={classes.handle}
          data-handle={field.id}
          onKeyDown={onKeyDown}
          aria-label={intl.formatMessage({ id: 'administration.move' }, { name: label })}
        >
          <IconGripVertical size={16} stroke={1.7} />
        </ActionIcon>
      </Table.Td>
      <Table.Th scope="row" fw={500} className={classes.label}>
        {label}
      </Table.Th>
      <Table.Td className={classes.wide}>
        <Code>{field.name}</Code>
      </Table.Td>
      <Table.Td>{textOr(intl, `fieldType.${String(field['type'])}`, String(field['type']))}</Table.Td>
      <Table.Td className={classes.does}>
        <Group gap={4}>
          {does.map((id) => (
            <Badge key={id} variant="light" color="gray" fw={450} radius="sm">
              <FormattedMessage id={id} />
            </Badge>
          ))}
        </Group>
      </Table.Td>
      <Table.Td>
        <Group gap={2} wrap="nowrap">
          <Tooltip label={<FormattedMessage id="action.edit" />}>
            <ActionIcon
              onClick={onEdit}
              aria-label={intl.formatMessage({ id: 'asset.edit' }, { field: label })}
            >
              <IconPencil size={16} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
          {!is('builtin') && (
            <Tooltip label={<FormattedMessage id="action.remove" values={{ name: label }} />}>
              <ActionIcon
                color="red"
                onClick={onRemove}
                aria-label={intl.formatMessage({ id: 'action.remove' }, { name: label })}
              >
                <IconTrash size={16} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}
