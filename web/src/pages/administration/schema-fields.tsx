import type { EntityData } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { errorText } from '../../translations/error-text.ts'
import { FieldDrawer } from './field-drawer.tsx'
import { changesOfMove, groupsOf } from './field-groups.ts'
import { FieldTable } from './field-table.tsx'
import { RemoveFieldDialog } from './remove-field-dialog.tsx'
import { fieldPath, useFieldRecords, useFollowSchema } from './use-schema-records.ts'
import classes from './administration.module.css'

interface SchemaFieldsProps {
  readonly schema: EntityData
  /** All of them: what a field can link to. */
  readonly schemas: readonly EntityData[]
}

/** The fields of one resource: added, changed, put in order, removed. */
export function SchemaFields({ schema, schemas }: SchemaFieldsProps) {
  const intl = useIntl()
  const { entities } = useClient()
  const follow = useFollowSchema(schema)
  const { data, hasData, status, error, actions } = useFieldRecords(schema.id)
  const [edited, setEdited] = useState<EntityData | 'new' | null>(null)
  const [removed, setRemoved] = useState<EntityData | null>(null)
  const [moving, setMoving] = useState(false)
  const groups = groupsOf(data)
  const move = async (id: number, group: number, before: number | null): Promise<void> => {
    // One move after the other: the next is made of the numbers that this one leaves.
    if (moving) return
    setMoving(true)
    try {
      await Promise.all(
        [...changesOfMove(groups, id, group, before)].map(([field, changes]) =>
          entities.patch(fieldPath, field, changes),
        ),
      )
      await follow()
    } catch (problem) {
      notifications.show({ color: 'red', message: errorText(intl, problem) })
      actions.refresh()
    } finally {
      setMoving(false)
    }
    document.querySelector<HTMLElement>(`[data-handle="${id}"]`)?.focus()
  }
  return (
    <>
      <Group justify="space-between" className={classes.bar}>
        <Text fz="sm" c="dimmed" aria-live="polite">
          <FormattedMessage
            id={moving ? 'administration.moving' : 'administration.fields'}
            values={{ count: data.length }}
          />
        </Text>
        <Button
          size="sm"
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
          onClick={() => setEdited('new')}
        >
          <FormattedMessage id="administration.add" />
        </Button>
      </Group>
      {hasData ? (
        <FieldTable
          groups={groups}
          onEdit={setEdited}
          onRemove={setRemoved}
          onMove={(id, group, before) => void move(id, group, before)}
        />
      ) : status === 'error' ? (
        <ErrorViewOf error={error} onRetry={actions.refresh} />
      ) : (
        <Stack p="md">
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} h={28} />
          ))}
        </Stack>
      )}
      {edited !== null && (
        <FieldDrawer
          key={edited === 'new' ? 'new' : edited.id}
          field={edited === 'new' ? null : edited}
          schema={schema}
          schemas={schemas}
          fields={data}
          onClose={() => setEdited(null)}
        />
      )}
      {removed !== null && (
        <RemoveFieldDialog field={removed} schema={schema} onClose={() => setRemoved(null)} />
      )}
    </>
  )
}
