import { importsOf } from '@cartouche/client'
import { useClient, useImportJob, useUploads } from '@cartouche/react'
import {
  ActionIcon,
  Alert,
  Button,
  Drawer,
  Group,
  SegmentedControl,
  Skeleton,
  Title,
  Tooltip,
} from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconArrowLeft, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { useSelection } from '../../components/selection/use-selection.ts'
import { errorText } from '../../translations/error-text.ts'
import { DeleteImportDialog } from './delete-import-dialog.tsx'
import { DescribePanel } from './describe-panel.tsx'
import { AllDuplicates, useDuplicateChoices } from './duplicate-choices.tsx'
import { FileChoosers } from './file-choosers.tsx'
import { fieldsOf, isDescribable, isShown, rowFilters, rowsOf, type RowFilter } from './import-rows.ts'
import { ImportTable } from './import-table.tsx'
import { Unzip } from './import-start.tsx'
import { PublishBar } from './publish-bar.tsx'
import { RemoveItemsDialog } from './remove-items-dialog.tsx'
import { UploadStatus } from './upload-status.tsx'
import type { TakeFiles } from './use-take-files.ts'
import classes from './import.module.css'

/**
 * One import: its files at the left, the description of the selected ones at the right, publishing at the
 * foot.
 */
export function ImportJobView({ jobId, files }: { readonly jobId: number; readonly files: TakeFiles }) {
  const intl = useIntl()
  const imports = importsOf(useClient())
  const navigate = useNavigate()
  const job = useImportJob(jobId)
  const uploads = useUploads(jobId)
  const selection = useSelection()
  const duplicates = useDuplicateChoices()
  const [filter, setFilter] = useState<RowFilter>('all')
  const [removing, setRemoving] = useState<readonly number[]>([])
  const [isDeleting, deleting] = useDisclosure(false)
  const [isSheet, sheet] = useDisclosure(false)
  const isWide = useMediaQuery('(min-width: 62.01em)', true, { getInitialValueInEffect: false })
  if (job.status === 'not_found')
    return (
      <EmptyState
        isPage
        text={<FormattedMessage id="import.missing" />}
        label={<FormattedMessage id="import.all" />}
        onAction={() => void navigate({ to: '/import', search: {} })}
      />
    )
  if (job.job === null)
    return job.status === 'error' ? (
      <ErrorViewOf error={job.error} onRetry={() => void imports.fetchJob(jobId)} />
    ) : (
      <Skeleton m="lg" height={320} />
    )
  const rows = rowsOf(job, uploads)
  const selected = job.items.filter((item) => selection.selection.ids.has(item.id) && isDescribable(item))
  const remove = (ids: readonly number[]): void => {
    setRemoving([])
    selection.clear()
    sheet.close()
    imports.deleteItems(jobId, ids).then(
      () =>
        notifications.show({
          message: intl.formatMessage({ id: 'import.panel.removed' }, { count: ids.length }),
        }),
      (error: unknown) => notifications.show({ color: 'red', message: errorText(intl, error) }),
    )
  }
  const panel = (
    <DescribePanel
      jobId={jobId}
      items={selected}
      fields={fieldsOf(job.headers, selected)}
      resources={job.job.itemResources ?? []}
      onRemove={() => setRemoving(selected.map(({ id }) => id))}
    />
  )
  return (
    <div className={classes.page}>
      <div className={classes.main}>
        <header className={classes.head}>
          <Tooltip label={<FormattedMessage id="import.all" />}>
            <ActionIcon
              renderRoot={(props) => <Link to="/import" search={{}} {...props} />}
              aria-label={intl.formatMessage({ id: 'import.all' })}
            >
              <IconArrowLeft size={19} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
          <Title order={1} className={classes.title}>
            {job.job.name}
          </Title>
          <Group gap={6} className={classes.headActions}>
            <FileChoosers adds onFiles={(chosen) => void files.take(chosen)} />
          </Group>
          <Tooltip label={<FormattedMessage id="import.delete" />}>
            <ActionIcon
              variant="default"
              size={34}
              onClick={deleting.open}
              aria-label={intl.formatMessage({ id: 'import.delete' })}
            >
              <IconTrash size={17} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        </header>
        <div>
          <UploadStatus jobId={jobId} />
          {job.status === 'error' && (
            <Alert color="red" m="sm">
              <FormattedMessage id="import.failed" />{' '}
              <Button size="compact-sm" variant="default" onClick={() => void imports.fetchJob(jobId)}>
                <FormattedMessage id="action.retry" />
              </Button>
            </Alert>
          )}
          <Group className={classes.filters} gap="md">
            <SegmentedControl
              size="xs"
              value={filter}
              onChange={(value) => setFilter(rowFilters.find((one) => one === value) ?? 'all')}
              aria-label={intl.formatMessage({ id: 'import.filter' })}
              data={rowFilters.map((value) => ({
                value,
                label: intl.formatMessage(
                  { id: `import.filter.${value}` },
                  { count: rows.filter((row) => isShown(row, value)).length },
                ),
              }))}
            />
            <Unzip files={files} />
            <AllDuplicates job={job} duplicates={duplicates} />
          </Group>
        </div>
        <ImportTable
          jobId={jobId}
          job={job}
          rows={rows.filter((row) => isShown(row, filter))}
          selection={selection}
          onRemove={setRemoving}
          duplicates={duplicates}
        />
        <PublishBar jobId={jobId} job={job} selected={selected} choices={duplicates.choices} />
        {!isWide && selected.length > 0 && (
          <Button className={classes.describe} onClick={sheet.open}>
            <FormattedMessage id="import.panel.describe" values={{ count: selected.length }} />
          </Button>
        )}
      </div>
      {isWide && (
        <aside className={classes.panel} aria-label={intl.formatMessage({ id: 'import.panel' })}>
          {panel}
        </aside>
      )}
      <Drawer
        opened={!isWide && isSheet}
        onClose={sheet.close}
        position="right"
        size="min(100%, 420px)"
        title={<FormattedMessage id="import.panel" />}
        padding={0}
        styles={{ header: { paddingInline: 12 } }}
      >
        {panel}
      </Drawer>
      {removing.length > 0 && (
        <RemoveItemsDialog
          items={job.items.filter(({ id }) => removing.includes(id))}
          onClose={() => setRemoving([])}
          onRemove={() => remove(removing)}
        />
      )}
      {isDeleting && (
        <DeleteImportDialog
          job={job.job}
          onClose={deleting.close}
          onDeleted={() => void navigate({ to: '/import', search: {} })}
        />
      )}
    </div>
  )
}
