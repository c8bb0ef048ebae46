import { calls, trashOf, type TrashPage as Page } from '@cartouche/client'
import type { TrashEntry } from '@cartouche/contract'
import { useClient, useRead } from '@cartouche/react'
import { ActionIcon, Button, Checkbox, Group, Text } from '@mantine/core'
import { IconFile, IconRestore, IconTrashX } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useRestore } from '../../components/trash/use-restore.ts'
import { FactLine } from '../../theme/fact-line.tsx'
import { Tooltip } from '../../theme/tooltip.tsx'
import { formatBytes } from '../../translations/format.ts'
import type { TrashSelection } from './trash-selection.ts'
import classes from './trash.module.css'

interface RowsProps {
  readonly name: string
  readonly selection: TrashSelection
  readonly onDelete: (entry: TrashEntry) => void
}

/** A page of the trash, and the pages after it as far as somebody asked for them. */
export function TrashRows({ page, ...props }: RowsProps & { readonly page: Page }) {
  const [showsMore, setShowsMore] = useState(false)
  return (
    <>
      <ul className={classes.list}>
        {page.list.map((entry) => (
          <TrashRow key={`${entry.resource}/${entry.id}`} entry={entry} {...props} />
        ))}
      </ul>
      {page.next !== null &&
        (showsMore ? (
          <MoreRows after={page.next} {...props} />
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

function MoreRows({ after, ...props }: RowsProps & { readonly after: string }) {
  const { data } = useRead(calls.listTrash, { name: props.name, after }, { freshMs: 0 })
  return data ? <TrashRows page={data} {...props} /> : null
}

interface RowProps extends Pick<RowsProps, 'selection' | 'onDelete'> {
  readonly entry: TrashEntry
}

function TrashRow({ entry, selection, onDelete }: RowProps) {
  const intl = useIntl()
  const trash = trashOf(useClient())
  const restore = useRestore()
  const [busy, setBusy] = useState(false)
  const [isBroken, setIsBroken] = useState(false)
  const { resource, id, name, hasPicture, sizeBytes, deletedAt, deletedBy, endsAt } = entry
  const run = async (): Promise<void> => {
    setBusy(true)
    await restore([entry])
    setBusy(false)
  }
  const moment = intl.formatDate(deletedAt, { dateStyle: 'medium', timeStyle: 'short' })
  const facts = [
    deletedBy
      ? intl.formatMessage({ id: 'trash.deletedBy' }, { who: deletedBy.name, when: moment })
      : intl.formatMessage({ id: 'trash.deletedAt' }, { when: moment }),
    intl.formatMessage({ id: 'trash.endsAt' }, { when: intl.formatDate(endsAt, { dateStyle: 'medium' }) }),
    ...(sizeBytes > 0 ? [formatBytes(intl, sizeBytes)] : []),
  ]
  return (
    <li className={classes.row}>
      <Checkbox
        aria-label={intl.formatMessage({ id: 'asset.select' }, { name })}
        checked={selection.has(entry)}
        onChange={() => selection.toggle(entry)}
      />
      <span className={classes.picture}>
        {hasPicture && !isBroken ? (
          <img
            src={trash.pictureOf(resource, id)}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => setIsBroken(true)}
          />
        ) : (
          <IconFile size={20} stroke={1.5} aria-hidden />
        )}
      </span>
      <div className={classes.text}>
        <Text fw={550} className={classes.name}>
          {name}
        </Text>
        <FactLine facts={facts} />
      </div>
      <Button
        size="compact-md"
        variant="default"
        className={classes.restore}
        loading={busy}
        leftSection={<IconRestore size={16} stroke={1.7} aria-hidden />}
        aria-label={intl.formatMessage({ id: 'trash.restore.name' }, { name })}
        onClick={() => void run()}
      >
        <FormattedMessage id="trash.restore" />
      </Button>
      <Tooltip label={<FormattedMessage id="trash.delete.short" />}>
        <ActionIcon
          aria-label={intl.formatMessage({ id: 'trash.delete' }, { name })}
          onClick={() => onDelete(entry)}
        >
          <IconTrashX size={17} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}
