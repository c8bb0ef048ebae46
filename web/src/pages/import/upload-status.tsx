import { importsOf, isUnderWay } from '@cartouche/client'
import { useClient, useUploads } from '@cartouche/react'
import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BytesText } from '../../components/asset-text/asset-text.tsx'
import { forgetUnsentFiles, unsentFiles } from './guard-uploads.ts'
import classes from './import.module.css'

/**
 * How far the sending of files is, with pause and going on; what failed is tried again in one go; what was
 * lost with an earlier page is named.
 */
export function UploadStatus({ jobId }: { readonly jobId: number }) {
  const intl = useIntl()
  const imports = importsOf(useClient())
  const { files, failed, paused, nbFiles, loadedBytes, totalBytes } = useUploads(jobId)
  const [unsent, setUnsent] = useState(() => unsentFiles(jobId))
  const done = files.filter(({ status }) => status === 'loaded').length
  const isSending = done < nbFiles
  const values = {
    done,
    running: files.filter(isUnderWay).length,
    count: nbFiles,
    loaded: <BytesText sizeBytes={loadedBytes} />,
    total: <BytesText sizeBytes={totalBytes} />,
  }
  const forget = (): void => {
    forgetUnsentFiles(jobId)
    setUnsent([])
  }
  return (
    <>
      {isSending && (
        <section className={classes.sending}>
          <div className={classes.sendingText}>
            <Text fz="sm" fw={550}>
              <FormattedMessage
                id={paused ? 'import.uploading.paused' : 'import.uploading'}
                values={values}
              />
            </Text>
            <Text fz="sm" c="dimmed">
              <FormattedMessage id="import.uploading.stay" />
            </Text>
            <Progress
              value={totalBytes === 0 ? 0 : (loadedBytes / totalBytes) * 100}
              animated={!paused}
              size={5}
              bg="color-mix(in srgb, currentColor 14%, transparent)"
              aria-label={intl.formatMessage({ id: 'import.column.state' })}
            />
          </div>
          <Button
            size="compact-md"
            variant="default"
            leftSection={
              paused ? (
                <IconPlayerPlay size={16} stroke={1.7} aria-hidden />
              ) : (
                <IconPlayerPause size={16} stroke={1.7} aria-hidden />
              )
            }
            onClick={() => (paused ? imports.resumeUploads(jobId) : imports.pauseUploads(jobId))}
          >
            <FormattedMessage id={paused ? 'import.resume' : 'import.pause'} />
          </Button>
        </section>
      )}
      {failed.length > 1 && (
        <Group className={classes.notice}>
          <Button
            size="compact-md"
            variant="default"
            onClick={() => failed.forEach(({ id }) => imports.retryUpload(jobId, id))}
          >
            <FormattedMessage id="import.retryAll" values={{ count: failed.length }} />
          </Button>
        </Group>
      )}
      {unsent.length > 0 && files.length === 0 && (
        <Alert
          color="yellow"
          m="sm"
          withCloseButton
          closeButtonLabel={intl.formatMessage({ id: 'action.close' })}
          onClose={forget}
        >
          <FormattedMessage
            id="import.unsent"
            values={{
              count: unsent.length,
              names: `${unsent.slice(0, 10).join(', ')}${unsent.length > 10 ? ' …' : ''}`,
            }}
          />
        </Alert>
      )}
    </>
  )
}
