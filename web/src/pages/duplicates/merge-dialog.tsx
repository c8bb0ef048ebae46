import { duplicatesOf, type Asset } from '@cartouche/client'
import { useClient, useConfig, useSchema } from '@cartouche/react'
import { Checkbox, List, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { assetPath, browseName } from '../../address/browse-cursor.ts'
import { ConfirmDialog } from '../../components/confirm-dialog/confirm-dialog.tsx'
import { offerUndo } from '../../components/undo/offer-undo.tsx'
import { errorText } from '../../translations/error-text.ts'
import { fieldsToTake } from './fields-to-take.ts'

interface MergeDialogProps {
  readonly kept: Asset
  readonly others: readonly Asset[]
  readonly onMerged: () => void
  readonly onClose: () => void
}

/**
 * Puts one asset in the place of others, after it has named them, with the fields that it lacks and they
 * have. Undo brings them back.
 */
export function MergeDialog({ kept, others, onMerged, onClose }: MergeDialogProps) {
  const intl = useIntl()
  const client = useClient()
  const trashDays = useConfig().data?.limits.trashDays ?? 0
  const { fields } = useSchema(assetPath)
  const undo = useUndoMerge()
  const [refused, setRefused] = useState<readonly string[]>([])
  const stop = useRef<AbortController>(null)
  useEffect(() => {
    const own = new AbortController()
    stop.current = own
    return () => own.abort()
  }, [])
  const consequence = trashDays > 0 ? 'duplicates.merge.toTrash' : 'duplicates.merge.forGood'
  const offered = fieldsToTake(fields, kept, others)
  const merge = async (): Promise<void> => {
    const take = offered.flatMap(({ name, names }) => (refused.includes(name) ? [] : names))
    const ids = others.map(({ id }) => id)
    const options = { take, ...(stop.current ? { signal: stop.current.signal } : {}) }
    const { id, state, undoable } = await duplicatesOf(client).merge(kept.id, ids, options)
    if (state === 'failed') {
      notifications.show({ color: 'red', message: intl.formatMessage({ id: 'duplicates.merge.failed' }) })
      return
    }
    onMerged()
    const text = intl.formatMessage({ id: 'duplicates.merged' }, { count: others.length, name: kept.name })
    if (undoable) offerUndo(text, () => undo(id))
    else notifications.show({ color: 'green', message: text })
    await client.cursors.refresh(browseName).catch(() => undefined)
  }
  return (
    <ConfirmDialog
      title={
        <FormattedMessage id="duplicates.merge.title" values={{ count: others.length, name: kept.name }} />
      }
      confirm={<FormattedMessage id="duplicates.merge.confirm" />}
      isGrave={trashDays === 0}
      work={merge}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>
          <FormattedMessage id={consequence} />
        </Text>
        <Text fz="sm" fw={550} mb={-6}>
          <FormattedMessage id={`${consequence}.list`} values={{ days: trashDays }} />
        </Text>
        <List size="sm">
          {others.map(({ id, name }) => (
            <List.Item key={id} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </List.Item>
          ))}
        </List>
        {offered.length > 0 && (
          <Checkbox.Group
            label={<FormattedMessage id="duplicates.merge.take" />}
            value={offered.flatMap(({ name }) => (refused.includes(name) ? [] : [name]))}
            onChange={(taken) =>
              setRefused(offered.flatMap(({ name }) => (taken.includes(name) ? [] : [name])))
            }
          >
            <Stack gap={6} mt={6}>
              {offered.map(({ name, label, value }) => (
                <Checkbox
                  key={name}
                  value={name}
                  label={
                    <span style={{ overflowWrap: 'anywhere' }}>
                      <FormattedMessage id="duplicates.merge.field" values={{ label, value }} />
                    </span>
                  }
                />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
      </Stack>
    </ConfirmDialog>
  )
}

/** Undoes a merge, and says what stayed as somebody changed it since. */
function useUndoMerge(): (id: number) => void {
  const intl = useIntl()
  const client = useClient()
  const run = async (id: number): Promise<void> => {
    try {
      const { restored, changed } = await duplicatesOf(client).undo(id)
      notifications.show({
        color: changed > 0 ? 'yellow' : 'green',
        message: intl.formatMessage(
          { id: changed > 0 ? 'duplicates.undone.partly' : 'duplicates.undone' },
          { count: restored.length, changed },
        ),
      })
      await client.cursors.refresh(browseName).catch(() => undefined)
    } catch (error) {
      notifications.show({ color: 'red', message: errorText(intl, error) })
    }
  }
  return (id) => void run(id)
}
