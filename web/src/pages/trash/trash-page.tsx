import { calls, readsOf } from '@cartouche/client'
import type { TrashEntry } from '@cartouche/contract'
import { useClient, useConfig, useRead } from '@cartouche/react'
import { Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { formatBytes } from '../../translations/format.ts'
import { DeleteFromTrashDialog } from './delete-from-trash-dialog.tsx'
import { TrashBar } from './trash-bar.tsx'
import { TrashRows } from './trash-rows.tsx'
import { useTrashSelection } from './trash-selection.ts'
import { useRowFocus } from './use-row-focus.ts'
import classes from './trash.module.css'

const searchesAfterMs = 250

/** Deleted assets that can be restored, the latest first. */
export function TrashPage() {
  const intl = useIntl()
  const client = useClient()
  const navigate = useNavigate()
  const days = useConfig().data?.limits.trashDays ?? 0
  const [typed, setTyped] = useState('')
  const [name] = useDebouncedValue(typed.trim(), searchesAfterMs)
  const { data, error } = useRead(calls.listTrash, { name }, { freshMs: 0 })
  const selection = useTrashSelection()
  const [deleting, setDeleting] = useState<readonly TrashEntry[] | null>(null)
  const rows = useRowFocus(data, deleting === null)
  return (
    <div className={classes.page}>
      <div>
        <Group gap="4px 12px" align="baseline">
          <Title order={1}>
            <FormattedMessage id="trash.title" />
          </Title>
          {data && data.total > 0 && (
            <Text fz="sm" c="dimmed">
              <FormattedMessage
                id={data.sizeBytes > 0 ? 'trash.total' : 'trash.count'}
                values={{ count: data.total, size: formatBytes(intl, data.sizeBytes) }}
              />
            </Text>
          )}
        </Group>
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="trash.intro" values={{ days }} />
        </Text>
      </div>
      {(name !== '' || typed !== '' || (data?.total ?? 0) > 0) && (
        <TextInput
          type="search"
          aria-label={intl.formatMessage({ id: 'trash.search' })}
          placeholder={intl.formatMessage({ id: 'trash.search' })}
          leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {error !== null && data === undefined ? (
        <ErrorViewOf error={error} onRetry={() => readsOf(client).invalidate(calls.listTrash)} />
      ) : data === undefined ? (
        <Stack gap="xs">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} h={48} />
          ))}
        </Stack>
      ) : data.list.length > 0 ? (
        <div ref={rows}>
          <TrashBar selection={selection} total={data.total} name={name} onDelete={setDeleting} />
          <TrashRows
            page={data}
            name={name}
            selection={selection}
            onDelete={(entry) => setDeleting([entry])}
          />
        </div>
      ) : name === '' ? (
        <EmptyState
          text={<FormattedMessage id="trash.none" />}
          label={<FormattedMessage id="searches.empty.action" />}
          onAction={() => void navigate({ to: '/browse' })}
          takesFocus
        />
      ) : (
        <Text component="output" c="dimmed">
          <FormattedMessage id="trash.noneFound" values={{ name }} />
        </Text>
      )}
      {deleting && (
        <DeleteFromTrashDialog
          entries={deleting}
          onDeleted={selection.remove}
          onClose={() => setDeleting(null)}
        />
      )}
    </div>
  )
}
