import type { EntityData } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { errorText } from '../../translations/error-text.ts'
import { FieldDrawer } from './field-drawer.tsx'
import { changesOfMove, groupsOf, placeBeside, type FieldGroups, type FieldPlace } from './field-groups.ts'
import { FieldTable } from './field-table.tsx'
import { RemoveFieldDialog } from './remove-field-dialog.tsx'
import { fieldPath, fieldsCursor, useFieldRecords, useFollowSchema } from './use-schema-records.ts'
import classes from './administration.module.css'

interface SchemaFieldsProps {
  readonly schema: EntityData
  /** All of them: what a field can link to. */
  readonly schemas: readonly EntityData[]
}

/**
 * Gives the focus back to the handle of a field, which loses it where its row is put elsewhere, and keeps it
 * in sight. Where the person has gone on meanwhile, the page stays as it is: they may drag another row.
 */
function keepFocus(id: number): void {
  const handle = document.querySelector<HTMLElement>(`[data-handle="${id}"]`)
  const { activeElement } = document
  if (activeElement === document.body || activeElement === handle) handle?.focus()
}

/** The fields of one resource: added, changed, put in order, removed. */
export function SchemaFields({ schema, schemas }: SchemaFieldsProps) {
  const intl = useIntl()
  const { cursors, entities } = useClient()
  const follow = useFollowSchema(schema)
  const { data, hasData, status, error, actions } = useFieldRecords(schema.id)
  const [edited, setEdited] = useState<EntityData | 'new' | null>(null)
  const [removed, setRemoved] = useState<EntityData | null>(null)
  const [waiting, setWaiting] = useState(0)
  const queue = useRef(Promise.resolve())
  // One after the other: each move is made of the order that the one before it leaves.
  const move = (id: number, placeIn: (groups: FieldGroups) => FieldPlace | undefined): void => {
    setWaiting((count) => count + 1)
    queue.current = queue.current.then(async () => {
      try {
        const groups = groupsOf(cursors.get(fieldsCursor(schema.id)).data)
        const place = placeIn(groups)
        const changes = place === undefined ? [] : [...changesOfMove(groups, id, place)]
        await Promise.all(changes.map(([field, change]) => entities.patch(fieldPath, field, change)))
        if (changes.length > 0) await follow()
      } catch (problem) {
        notifications.show({ color: 'red', message: errorText(intl, problem) })
        actions.refresh()
      }
      setWaiting((count) => count - 1)
      keepFocus(id)
    })
  }
  return (
    <>
      <Group justify="space-between" className={classes.bar}>
        <Text fz="sm" c="dimmed" aria-live="polite">
          <FormattedMessage
            id={waiting > 0 ? 'administration.moving' : 'administration.fields'}
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
          groups={groupsOf(data)}
          onEdit={setEdited}
          onRemove={setRemoved}
          onMove={(id, place) => move(id, () => place)}
          onStep={(id, by, isRepeated) => {
            // A held key goes on at the pace of the server, and ends where it is let go.
            if (!isRepeated || waiting === 0) move(id, (groups) => placeBeside(groups, id, by))
          }}
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
