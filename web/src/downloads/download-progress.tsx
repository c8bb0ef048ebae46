import type { DownloadSnapshot } from '@cartouche/client'
import { Progress, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { stateText } from './download-words.ts'

/** How far a download is: of pieces that must be made, how many are; else that it moves. */
export function DownloadProgress({ download }: { readonly download: DownloadSnapshot }) {
  const intl = useIntl()
  const { progress } = download
  if (progress === null)
    return (
      <Progress value={100} animated size={3} aria-label={intl.formatMessage({ id: stateText(download) })} />
    )
  return (
    <div>
      <Progress
        value={(100 * progress.done) / progress.total}
        size={4}
        aria-label={intl.formatMessage({ id: 'downloads.progress' }, progress)}
      />
      <Text fz="xs" c="dimmed" mt={3}>
        <FormattedMessage id="downloads.progress" values={progress} />
      </Text>
    </div>
  )
}
