import { calls, isClientError, readsOf, reverseSearchOf, type NamedBlob } from '@cartouche/client'
import type { Asset } from '@cartouche/contract'
import { useClient, useRead } from '@cartouche/react'
import { Alert, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../../components/return-focus/use-return-focus.ts'
import { saveAs } from '../../components/save-as/save-as.ts'
import { useReverseSearch } from '../../components/similar-pictures/use-reverse-search.ts'
import { errorText } from '../../translations/error-text.ts'

type Progress =
  | { readonly at: 'start' }
  | { readonly at: 'waiting' }
  | { readonly at: 'done'; readonly report: NamedBlob }
  | { readonly at: 'failed'; readonly error: unknown }

/**
 * Has the library searched for the picture of an asset and saves the report; one that is there already is
 * offered as it is.
 */
export function ReportDialog({ asset, onClose }: { readonly asset: Asset; readonly onClose: () => void }) {
  useReturnFocus()
  const { progress, run, stop } = useReport(asset.$uuid)
  const { submit, report } = useReverseSearch(asset)
  const isLate =
    progress.at === 'failed' && isClientError(progress.error) && progress.error.code === 'report_late'
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <Text component="span" inherit lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          <FormattedMessage id="similar.report.title" values={{ name: asset.name }} />
        </Text>
      }
    >
      <Stack gap="md">
        <Text>
          <FormattedMessage id="similar.report.text" />
        </Text>
        {submit && <SentTo />}
        <ProgressText progress={progress} isLate={isLate} />
        {submit && report && progress.at !== 'waiting' && progress.at !== 'done' && !isLate && (
          <Button
            variant="default"
            w="fit-content"
            leftSection={<Download />}
            onClick={() => void run('fetch')}
          >
            <FormattedMessage id="similar.report.last" />
          </Button>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={progress.at === 'waiting' ? stop : onClose}>
            <FormattedMessage id={progress.at === 'done' ? 'action.close' : 'action.cancel'} />
          </Button>
          {progress.at === 'done' ? (
            <SaveButton report={progress.report} />
          ) : progress.at === 'waiting' ? null : submit && !isLate ? (
            <Button onClick={() => void run('submit')} data-autofocus>
              <FormattedMessage id={report ? 'similar.report.renew' : 'similar.report.create'} />
            </Button>
          ) : (
            report && (
              <Button leftSection={<Download />} onClick={() => void run('fetch')} data-autofocus>
                <FormattedMessage id={isLate ? 'similar.report.again' : 'similar.report.last'} />
              </Button>
            )
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

function Download() {
  return <IconDownload size={16} stroke={1.7} aria-hidden />
}

/** Whom a search that is submitted sends the picture to. */
function SentTo() {
  const intl = useIntl()
  const { data } = useRead(calls.getReverseSearchStatus, {})
  if (data === undefined || data.elsewhere.length === 0) return null
  return (
    <Text fz="sm" c="dimmed">
      <FormattedMessage
        id="similar.report.sentTo"
        values={{ providers: intl.formatList(new Set(data.elsewhere), { type: 'conjunction' }) }}
      />
    </Text>
  )
}

function ProgressText({ progress, isLate }: { readonly progress: Progress; readonly isLate: boolean }) {
  const intl = useIntl()
  return (
    <div aria-live="polite">
      {progress.at === 'waiting' && (
        <Group gap="sm" wrap="nowrap">
          <Loader size="sm" aria-hidden />
          <Text>
            <FormattedMessage id="similar.report.waiting" />
          </Text>
        </Group>
      )}
      {progress.at === 'done' && (
        <Alert color="green">
          <FormattedMessage id="similar.report.saved" values={{ name: progress.report.fileName }} />
        </Alert>
      )}
      {progress.at === 'failed' && (
        <Alert color={isLate ? 'yellow' : 'red'}>{errorText(intl, progress.error)}</Alert>
      )}
    </div>
  )
}

function SaveButton({ report: { blob, fileName } }: { readonly report: NamedBlob }) {
  return (
    <Button leftSection={<Download />} onClick={() => saveAs(blob, fileName)} data-autofocus>
      <FormattedMessage id="similar.report.save" />
    </Button>
  )
}

/** Waits for a report for as long as somebody looks at its progress; the search itself goes on. */
function useReport(uuid: string) {
  const client = useClient()
  const reverseSearch = reverseSearchOf(client)
  const [progress, setProgress] = useState<Progress>({ at: 'start' })
  const waiting = useRef<AbortController | null>(null)
  useEffect(() => () => waiting.current?.abort(), [])
  const stop = (): void => {
    waiting.current?.abort()
    setProgress({ at: 'start' })
  }
  const run = async (from: 'submit' | 'fetch'): Promise<void> => {
    const own = new AbortController()
    waiting.current = own
    setProgress({ at: 'waiting' })
    const settle = (next: Progress): void => {
      if (!own.signal.aborted) setProgress(next)
    }
    try {
      if (from === 'submit') await reverseSearch.submit(uuid)
      const report = await reverseSearch.fetchReport(uuid, own.signal)
      readsOf(client).invalidate(calls.getReverseSearchMatches)
      if (own.signal.aborted) return
      saveAs(report.blob, report.fileName)
      settle({ at: 'done', report })
    } catch (error) {
      settle({ at: 'failed', error })
    }
  }
  return { progress, run, stop }
}
