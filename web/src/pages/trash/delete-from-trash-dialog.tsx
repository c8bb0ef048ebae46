import { trashOf } from '@cartouche/client'
import type { TrashEntry } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { Progress } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ConfirmDialog } from '../../components/confirm-dialog/confirm-dialog.tsx'

interface DeleteFromTrashDialogProps {
  readonly entries: readonly TrashEntry[]
  readonly onDeleted: (entry: TrashEntry) => void
  readonly onClose: () => void
}

/** Deletes permanently once it has asked: one after the other, so that closing it stops what is not done. */
export function DeleteFromTrashDialog({ entries, onDeleted, onClose }: DeleteFromTrashDialogProps) {
  const intl = useIntl()
  const client = useClient()
  const [done, setDone] = useState(0)
  const stopped = useRef(false)
  useEffect(() => {
    stopped.current = false
    return () => {
      stopped.current = true
    }
  }, [])
  const count = entries.length
  const name = entries[0]?.name ?? ''
  /** What a second try has to do, after the first one failed. */
  const left = useRef(entries)
  const remove = async (): Promise<void> => {
    const deleted: TrashEntry[] = []
    const failed: TrashEntry[] = []
    const failures: unknown[] = []
    for (const entry of left.current) {
      if (stopped.current) break
      try {
        await trashOf(client).delete(entry.resource, entry.id)
        deleted.push(entry)
        onDeleted(entry)
        setDone((before) => before + 1)
      } catch (error) {
        failed.push(entry)
        failures.push(error)
      }
    }
    left.current = failed
    if (deleted.length > 0)
      notifications.show({
        color: 'green',
        message: intl.formatMessage(
          { id: 'trash.deleted' },
          { count: deleted.length, name: deleted[0]?.name },
        ),
      })
    if (failures.length > 0) throw failures[0]
  }
  return (
    <ConfirmDialog
      title={<FormattedMessage id="trash.delete.title" values={{ count, name }} />}
      confirm={<FormattedMessage id="trash.delete.short" />}
      isGrave
      work={remove}
      onClose={onClose}
    >
      <FormattedMessage id="trash.delete.text" values={{ count }} />
      {done > 0 && count > 1 && (
        <Progress
          mt="sm"
          value={(100 * done) / count}
          aria-label={intl.formatMessage({ id: 'editMany.progress' })}
        />
      )}
    </ConfirmDialog>
  )
}
