import { calls, trashOf, type TrashPage as Page } from '@cartouche/client'
import type { TrashEntry } from '@cartouche/contract'
import { useClient, useRead } from '@cartouche/react'
import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconRestore, IconTrashX } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { ConfirmDialog } from '../../components/confirm-dialog/confirm-dialog.tsx'
import { Tooltip } from '../../theme/tooltip.tsx'
import { errorText } from '../../translations/error-text.ts'
import { formatBytes } from '../../translations/format.ts'
import { useRestore } from '../../components/trash/use-restore.ts'
import classes from './trash.module.css'

/** A page of the trash, and the pages after it as far as somebody asked for them. */
export function TrashRows({ page, name }: { readonly page: Page; readonly name: string }) {
  const [showsMore, setShowsMore] = useState(false)
  return (
    <>
      <ul className={classes.list}>
        {page.list.map((entry) => (
          <TrashRow key={`${entry.resource}/${entry.id}`} entry={entry} />
        ))}
      </ul>
      {page.next !== null &&
        (showsMore ? (
          <MoreRows after={page.next} name={name} />
        ) : (
          <Group justify="center">
            <Button variant="default" onClick={() => setShowsMore(true)}>
              <FormattedMessage id="action.showMore" />
            </Button>
          </Group>
        ))}
    </>
  )
}

function MoreRows({ after, name }: { readonly after: string; readonly name: string }) {
  const { data } = useRead(calls.listTrash, { name, after }, { freshMs: 0 })
  return data ? <TrashRows page={data} name={name} /> : null
}

function TrashRow({ entry }: { readonly entry: TrashEntry }) {
  const intl = useIntl()
  const client = useClient()
  const restore = useRestore()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const { resource, id, name, sizeBytes, deletedAt, deletedBy, endsAt } = entry
  const label = intl.formatMessage({ id: 'trash.delete' }, { name })
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      await restore(entry)
    } catch (error) {
      notifications.show({ color: 'red', message: errorText(intl, error) })
      setBusy(false)
    }
  }
  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <Text fw={550} className={classes.name}>
          {name}
        </Text>
        <Text fz="sm" c="dimmed" className={classes.facts}>
          <FormattedMessage
            id={deletedBy ? 'trash.deletedBy' : 'trash.deletedAt'}
            values={{
              who: deletedBy?.name,
              when: <FormattedDate value={deletedAt} dateStyle="medium" timeStyle="short" />,
            }}
          />
          {' · '}
          <FormattedMessage
            id="trash.endsAt"
            values={{ when: <FormattedDate value={endsAt} dateStyle="medium" /> }}
          />
          {sizeBytes > 0 && ` · ${formatBytes(intl, sizeBytes)}`}
        </Text>
      </div>
      <Button
        size="compact-md"
        variant="default"
        loading={busy}
        leftSection={<IconRestore size={16} stroke={1.7} aria-hidden />}
        aria-label={intl.formatMessage({ id: 'trash.restore.name' }, { name })}
        onClick={() => void run()}
      >
        <FormattedMessage id="trash.restore" />
      </Button>
      <Tooltip label={<FormattedMessage id="trash.delete.short" />}>
        <ActionIcon aria-label={label} onClick={() => setAsking(true)}>
          <IconTrashX size={17} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      {asking && (
        <ConfirmDialog
          title={<FormattedMessage id="trash.delete.title" values={{ name }} />}
          confirm={<FormattedMessage id="trash.delete.short" />}
          isGrave
          work={() => trashOf(client).delete(resource, id)}
          onClose={() => setAsking(false)}
        >
          <FormattedMessage id="trash.delete.text" />
        </ConfirmDialog>
      )}
    </li>
  )
}
