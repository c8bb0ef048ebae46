import { downloadsOf, isInProgress, type DownloadSnapshot } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { ActionIcon, Alert, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconX } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../theme/tooltip.tsx'
import { errorText } from '../translations/error-text.ts'
import { FactLine } from '../theme/fact-line.tsx'
import { formatBytes } from '../translations/format.ts'
import { adviceText, canTryAgain, stateText } from './download-words.ts'
import { DownloadName } from './download-name.tsx'
import { DownloadProgress } from './download-progress.tsx'
import { LeftOut } from './left-out.tsx'
import { nameText, partOfName } from './part-names.ts'
import { PrepareAgain } from './prepare-again.tsx'
import { prepareAgain, takeDownload } from './take-download.ts'
import { useIsOutdated } from './use-is-outdated.ts'
import classes from './downloads.module.css'

/** One download: name, part, size, how it stands, and what can be done with it now. */
export function DownloadRow({ download }: { readonly download: DownloadSnapshot }) {
  const intl = useIntl()
  const client = useClient()
  const { downloadId, downloadName, status, size, infos, selection, url, zipUuid } = download
  const part = download.part && partOfName(downloadName)
  const name = nameText(intl, downloadName, part)
  const isBusy = isInProgress(status)
  const isOutdated = useIsOutdated(status === 'loaded' || status === 'downloaded' ? zipUuid : null)
  const take = (): void => {
    takeDownload(client, download).then(
      (done) => {
        if (done === 'ended') notifications.show({ message: intl.formatMessage({ id: 'downloads.ended' }) })
      },
      (error: unknown) => notifications.show({ color: 'red', message: errorText(intl, error) }),
    )
  }
  const facts = [
    size < 0 ? null : formatBytes(intl, size),
    selection === null
      ? null
      : intl.formatMessage({ id: 'downloads.selection' }, { count: selection.length }),
  ].filter((fact) => fact !== null)
  const dismissLabel = intl.formatMessage({ id: isBusy ? 'downloads.stop' : 'downloads.dismiss' }, { name })
  return (
    <li className={classes.download} data-status={status}>
      <div className={classes.head}>
        <div className={classes.text}>
          <DownloadName name={downloadName} part={part} />
          <FactLine
            facts={[
              intl.formatMessage({ id: isOutdated ? 'downloads.state.outdated' : stateText(download) }),
              ...facts,
            ]}
          />
        </div>
        {isOutdated && <PrepareAgain name={name} onClick={() => prepareAgain(client, download)} />}
        {!isOutdated && url !== null && (status === 'loaded' || status === 'downloaded') && (
          <Button
            size="compact-sm"
            variant={status === 'loaded' ? 'filled' : 'default'}
            leftSection={<IconDownload size={15} stroke={1.8} aria-hidden />}
            onClick={take}
            aria-label={intl.formatMessage(
              { id: status === 'loaded' ? 'downloads.take' : 'downloads.againNamed' },
              { name },
            )}
          >
            <FormattedMessage id={status === 'loaded' ? 'downloads.take.short' : 'downloads.again'} />
          </Button>
        )}
        <Tooltip label={dismissLabel}>
          <ActionIcon
            size={28}
            onClick={() =>
              isBusy ? downloadsOf(client).cancel(downloadId) : downloadsOf(client).dismiss(downloadId)
            }
            aria-label={dismissLabel}
          >
            <IconX size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </div>
      {isBusy && <DownloadProgress download={download} />}
      {download.waitsForUser && infos && (
        <Alert color="yellow" p="xs" role="alert">
          <Text fz="sm">
            <FormattedMessage
              id="downloads.warn"
              values={{ size: formatBytes(intl, infos.size), limit: formatBytes(intl, infos.warnSize) }}
            />
          </Text>
          <Group gap={6} mt={6}>
            <Button size="compact-sm" onClick={() => downloadsOf(client).confirm(downloadId)}>
              <FormattedMessage id="downloads.warn.yes" />
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => downloadsOf(client).dismiss(downloadId)}
            >
              <FormattedMessage id="downloads.warn.no" />
            </Button>
          </Group>
        </Alert>
      )}
      {infos?.leftOut && status !== 'error' && <LeftOut leftOut={infos.leftOut} />}
      {status === 'error' && <Failure download={download} name={name} />}
      {download.skipped.length > 0 && <Skipped download={download} />}
    </li>
  )
}

function Failure({ download, name }: { readonly download: DownloadSnapshot; readonly name: string }) {
  const intl = useIntl()
  const downloads = downloadsOf(useClient())
  return (
    <Alert color="red" p="xs" role="alert">
      <Text fz="sm">
        {errorText(intl, download.error)}. <FormattedMessage id={adviceText(download)} />
      </Text>
      {canTryAgain(download) && (
        <Button
          size="compact-sm"
          variant="default"
          mt={6}
          onClick={() => downloads.retry(download.downloadId)}
          aria-label={intl.formatMessage({ id: 'downloads.retry' }, { name })}
        >
          <FormattedMessage id="action.retry" />
        </Button>
      )}
    </Alert>
  )
}

function Skipped({ download: { skipped, infos } }: { readonly download: DownloadSnapshot }) {
  const intl = useIntl()
  // Before the size of the part itself is known its limit is not: the smallest that was left out is above it.
  const limit = formatBytes(intl, infos?.maxSize ?? Math.min(...skipped.map(({ sizeBytes }) => sizeBytes)))
  return (
    <Alert color="yellow" p="xs">
      <Text fz="sm">
        <FormattedMessage id="downloads.skipped" values={{ count: skipped.length, limit }} />
      </Text>
      <ul className={classes.skipped}>
        {skipped.map(({ type, id, name, sizeBytes }) => (
          <li key={`${type}/${id}`}>
            {name} · {formatBytes(intl, sizeBytes)}
          </li>
        ))}
      </ul>
      <Text fz="sm">
        <FormattedMessage id="downloads.skipped.hint" />
      </Text>
    </Alert>
  )
}
