import { trashOf } from '@cartouche/client'
import type { TrashEntry } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { ActionIcon, Button, Checkbox, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconRestore, IconTrashX } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useRestore } from '../../components/trash/use-restore.ts'
import { Tooltip } from '../../theme/tooltip.tsx'
import { errorText } from '../../translations/error-text.ts'
import type { TrashSelection } from './trash-selection.ts'
import classes from './trash.module.css'

const pageSize = 200

interface TrashBarProps {
  readonly selection: TrashSelection
  /** How many entries the search finds, and by which name. */
  readonly total: number
  readonly name: string
  readonly onDelete: (entries: readonly TrashEntry[]) => void
}

/** Selects all that is found, also what is not loaded yet, and acts on what is selected. */
export function TrashBar({ selection, total, name, onDelete }: TrashBarProps) {
  const intl = useIntl()
  const client = useClient()
  const restore = useRestore()
  const [selecting, setSelecting] = useState(false)
  const [running, setRunning] = useState<{ readonly done: number; readonly total: number } | null>(null)
  const count = selection.entries.length
  const selectAll = async (): Promise<void> => {
    setSelecting(true)
    try {
      const found: TrashEntry[] = []
      let after: string | null | undefined
      while (after !== null) {
        const page = await trashOf(client).list({
          name,
          max: pageSize,
          ...(after !== undefined && { after }),
        })
        found.push(...page.list)
        after = page.next
      }
      selection.set(found)
    } catch (error) {
      notifications.show({ color: 'red', message: errorText(intl, error) })
    } finally {
      setSelecting(false)
    }
  }
  const restoreSelected = async (): Promise<void> => {
    const { entries } = selection
    setRunning({ done: 0, total: entries.length })
    await restore(entries, (done) => setRunning({ done, total: entries.length }))
    selection.set([])
    setRunning(null)
  }
  return (
    <div className={classes.bar}>
      <Checkbox
        label={
          count === 0 ? (
            <FormattedMessage id="trash.selectAll" />
          ) : (
            <FormattedMessage id="selection.count" values={{ count }} />
          )
        }
        aria-label={intl.formatMessage({ id: 'trash.selectAll' })}
        disabled={selecting || running !== null}
        checked={count > 0 && count >= total}
        indeterminate={count > 0 && count < total}
        onChange={({ currentTarget }) => {
          if (currentTarget.checked) void selectAll()
          else selection.set([])
        }}
      />
      <Text component="output" fz="sm" c="dimmed" className={classes.progress}>
        {running && <FormattedMessage id="trash.restore.running" values={running} />}
      </Text>
      {count > 0 && (
        <>
          <Button
            size="compact-md"
            loading={running !== null}
            leftSection={<IconRestore size={16} stroke={1.7} aria-hidden />}
            aria-label={intl.formatMessage({ id: 'trash.restore.some' }, { count })}
            onClick={() => void restoreSelected()}
          >
            <FormattedMessage id="trash.restore" />
          </Button>
          <Tooltip label={<FormattedMessage id="trash.delete.short" />}>
            <ActionIcon
              aria-label={intl.formatMessage({ id: 'trash.delete.some' }, { count })}
              disabled={running !== null}
              onClick={() => onDelete(selection.entries)}
            >
              <IconTrashX size={17} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        </>
      )}
    </div>
  )
}
