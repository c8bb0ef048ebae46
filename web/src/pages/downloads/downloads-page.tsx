import type { ArchiveState, ErrorCode } from '@cartouche/contract'
import { ApiError, downloadsOf, type DownloadRequest } from '@cartouche/client'
import { useClient, useDownloads, useReadable } from '@cartouche/react'
import { ActionIcon, Badge, Button, Group, Progress, Skeleton, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCopy, IconDownload, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { FactLine } from '../../theme/fact-line.tsx'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { DownloadName } from '../../downloads/download-name.tsx'
import { DownloadsList } from '../../downloads/downloads-list.tsx'
import { keepPartsInOrder, nameText, partOfName } from '../../downloads/part-names.ts'
import { PrepareAgain } from '../../downloads/prepare-again.tsx'
import { useIsOutdated } from '../../downloads/use-is-outdated.ts'
import { Tooltip } from '../../theme/tooltip.tsx'
import { errorText } from '../../translations/error-text.ts'
import { formatBytes } from '../../translations/format.ts'
import classes from './downloads-page.module.css'

/** How often what is being prepared is looked at while somebody looks on. */
const lookEveryMs = 2000

/**
 * All downloads of a person: those of this browser, and what they asked for anywhere that can be taken still.
 */
export function DownloadsPage() {
  const client = useClient()
  const navigate = useNavigate()
  const here = useDownloads()
  const { status, error, archives } = useReadable(downloadsOf(client).prepared)
  const isPreparing = archives.some((archive) => archive.status === 'preparing')
  useEffect(() => void downloadsOf(client).fetchPrepared(), [client, here.length])
  useEffect(() => {
    if (!isPreparing) return
    const timer = setInterval(() => void downloadsOf(client).fetchPrepared(), lookEveryMs)
    return () => clearInterval(timer)
  }, [client, isPreparing])
  const elsewhere = keepPartsInOrder(
    archives.filter(({ uuid }) => !here.some(({ zipUuid }) => zipUuid === uuid)),
  )
  return (
    <div className={classes.page}>
      <Title order={1}>
        <FormattedMessage id="downloads.title" />
      </Title>
      {here.length > 0 && (
        <section aria-labelledby="downloads-here">
          <Title order={2} fz="md" id="downloads-here">
            <FormattedMessage id="downloadsPage.here" />
          </Title>
          <DownloadsList downloads={here} />
        </section>
      )}
      <section aria-labelledby="downloads-kept">
        <Title order={2} fz="md" id="downloads-kept">
          <FormattedMessage id="downloadsPage.kept" />
        </Title>
        <Text fz="sm" c="dimmed" mb="xs">
          <FormattedMessage id="downloadsPage.kept.hint" />
        </Text>
        {error !== null && archives.length === 0 ? (
          <ErrorViewOf error={error} onRetry={() => void downloadsOf(client).fetchPrepared()} />
        ) : status === 'initial' || status === 'unknown' ? (
          <Stack gap="xs">
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} h={48} />
            ))}
          </Stack>
        ) : elsewhere.length === 0 ? (
          <EmptyState
            text={<FormattedMessage id="downloadsPage.none" />}
            label={<FormattedMessage id="searches.empty.action" />}
            onAction={() => void navigate({ to: '/browse' })}
          />
        ) : (
          <ul className={classes.list}>
            {elsewhere.map((archive) => (
              <Prepared key={archive.uuid} archive={archive} />
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

/** The same download once more. */
function requestOfArchive(
  { name, profile }: ArchiveState,
  {
    cart,
    list,
    selection,
    withContactSheet,
    withAssetsDescriptions,
    withLiveVideos,
  }: NonNullable<ArchiveState['request']>,
): DownloadRequest {
  return {
    name,
    profile,
    withContactSheet,
    withAssetsDescriptions,
    withLiveVideos,
    ...(cart === null ? {} : { cartId: cart }),
    ...(list === null ? {} : { search: { list } }),
    ...(selection === null ? {} : { selection }),
  }
}

function Prepared({ archive }: { readonly archive: ArchiveState }) {
  const intl = useIntl()
  const downloads = downloadsOf(useClient())
  const { status, sizeBytes, done, total, error, url, expiresAt, uuid } = archive
  const part = partOfName(archive.name)
  const name = nameText(intl, archive.name, part)
  const isOutdated = useIsOutdated(status === 'ready' ? uuid : null)
  const isReady = status === 'ready' && !isOutdated
  const facts = [
    sizeBytes === null ? null : formatBytes(intl, sizeBytes),
    isReady
      ? intl.formatMessage(
          { id: 'downloadsPage.until' },
          { date: intl.formatDate(expiresAt, { dateStyle: 'medium' }) },
        )
      : null,
    archive.downloads > 0
      ? intl.formatMessage({ id: 'downloadsPage.taken' }, { count: archive.downloads })
      : null,
  ].filter((fact) => fact !== null)
  const remove = (): void => {
    downloads
      .cancelPrepared(uuid)
      .catch((failure: unknown) => notifications.show({ color: 'red', message: errorText(intl, failure) }))
  }
  const again = (): void => {
    remove()
    if (archive.request) downloads.start(requestOfArchive(archive, archive.request))
  }
  const copy = (): void => {
    navigator.clipboard.writeText(url).then(
      () => notifications.show({ message: intl.formatMessage({ id: 'shareDialog.copied' }) }),
      () => undefined,
    )
  }
  const [removeLabel, copyLabel] = [
    intl.formatMessage({ id: status === 'preparing' ? 'downloads.stop' : 'downloadsPage.delete' }, { name }),
    intl.formatMessage({ id: 'downloadsPage.copy' }, { name }),
  ]
  return (
    <li className={classes.row} data-status={status}>
      <div className={classes.text}>
        <DownloadName name={archive.name} part={part} />
        <FactLine
          facts={[
            intl.formatMessage({
              id: isOutdated
                ? 'downloads.state.outdated'
                : status === 'ready'
                  ? 'downloads.state.ready'
                  : status === 'failed'
                    ? 'downloads.state.failed'
                    : 'downloads.state.preparing',
            }),
            ...facts,
          ]}
        />
        {status === 'preparing' && (
          <Progress
            mt={6}
            size={4}
            value={total > 0 ? (100 * done) / total : 100}
            animated={total === 0}
            aria-label={intl.formatMessage({ id: 'downloads.progress' }, { done, total })}
          />
        )}
        {error !== null && (
          <Text fz="sm" role="alert">
            {errorText(intl, new ApiError(error.code as ErrorCode, error.data))}
          </Text>
        )}
      </div>
      <Group gap={4} wrap="nowrap">
        {isOutdated && archive.request && <PrepareAgain name={name} onClick={again} />}
        {isReady && (
          <Tooltip label={copyLabel}>
            <ActionIcon size={34} onClick={copy} aria-label={copyLabel}>
              <IconCopy size={17} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        )}
        {isReady && (
          <Button
            component="a"
            href={url}
            download
            size="compact-sm"
            leftSection={<IconDownload size={15} stroke={1.8} aria-hidden />}
            aria-label={intl.formatMessage({ id: 'downloads.take' }, { name })}
          >
            <FormattedMessage id="downloads.take.short" />
          </Button>
        )}
        {status === 'failed' && (
          <Badge color="red" variant="light">
            <FormattedMessage id="downloads.state.failed" />
          </Badge>
        )}
        <Tooltip label={removeLabel}>
          <ActionIcon size={34} onClick={remove} aria-label={removeLabel}>
            <IconTrash size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </li>
  )
}
