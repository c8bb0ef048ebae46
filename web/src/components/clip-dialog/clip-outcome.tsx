import type { ClipProblem, ClipRange, ClipSource } from '@cartouche/client'
import { Alert, Button, Group, Loader, Progress, Radio, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { formatBytes } from '../../translations/format.ts'
import { estimateBytes, type ListedFile } from './clip-choice.ts'
import { formatTimecode } from './timecode.ts'
import type { ClipDownload } from './use-clip-download.ts'
import classes from './clip-dialog.module.css'

interface ClipSourcesProps {
  readonly files: readonly ListedFile[]
  readonly value: ClipSource
  readonly onChange: (source: ClipSource) => void
}

/** Of which file a clip is cut; whoever gets no original without a watermark chooses nothing. */
export function ClipSources({ files, value, onChange }: ClipSourcesProps) {
  const offered = (['proxy', 'original'] as const).flatMap((source) => {
    const file = files.find(({ name }) => name === source)
    return file ? [{ source, file }] : []
  })
  if (offered.length < 2) return null
  return (
    <Radio.Group
      label={<FormattedMessage id="profiles.quality" />}
      value={value}
      onChange={(next) => onChange(next === 'original' ? next : 'proxy')}
    >
      <Stack gap={6} mt={6}>
        {offered.map(({ source, file: { width, height } }) => (
          <Radio
            key={source}
            value={source}
            label={<FormattedMessage id={`clipDialog.source.${source}`} />}
            description={
              width !== null &&
              height !== null && (
                <FormattedMessage id="pictureDialog.pixels" values={sizeWithin(source, width, height)} />
              )
            }
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** @source decision 0235: longest sides of a clip */
function sizeWithin(source: ClipSource, width: number, height: number) {
  const scale = Math.min(1, (source === 'proxy' ? 1280 : 4096) / Math.max(width, height))
  return { width: Math.round((width * scale) / 2) * 2, height: Math.round((height * scale) / 2) * 2 }
}

/** How long a clip is, and about how large, where it can be made. */
export function ClipFacts({
  files,
  source,
  range,
  durationMs,
  problem,
}: {
  readonly files: readonly ListedFile[]
  readonly source: ClipSource
  readonly range: ClipRange
  readonly durationMs: number
  readonly problem: ClipProblem | undefined
}) {
  const intl = useIntl()
  const size = estimateBytes(files, source, range, durationMs)
  return (
    <div className={classes.facts} aria-live="polite">
      {problem === undefined && (
        <>
          <Text fz="sm">
            <FormattedMessage
              id="clipDialog.length"
              values={{ length: formatTimecode(range.endMs - range.startMs) }}
            />
          </Text>
          <Text fz="sm" c="dimmed">
            {size === null ? (
              'MP4'
            ) : (
              <FormattedMessage id="clipDialog.size" values={{ size: formatBytes(intl, size) }} />
            )}
          </Text>
        </>
      )}
    </div>
  )
}

/** Download and Close; while the clip is made, that it is, and Cancel. */
export function ClipButtons({
  download: { status, error, share, cancel },
  canDownload,
  onDownload,
  onClose,
}: {
  readonly download: ClipDownload
  readonly canDownload: boolean
  readonly onDownload: () => void
  readonly onClose: () => void
}) {
  const intl = useIntl()
  const isMaking = status === 'making'
  return (
    <>
      <div aria-live="polite">
        {isMaking && (
          <Group gap="xs" wrap="nowrap">
            <Loader size="xs" aria-hidden />
            <Text fz="sm">
              <FormattedMessage id="clipDialog.making" />
            </Text>
          </Group>
        )}
        {status === 'started' && (
          <Text fz="sm">
            <FormattedMessage id="clipDialog.started" />
          </Text>
        )}
        {status === 'failed' && (
          <Alert color="red" role="alert">
            {errorText(intl, error)}
          </Alert>
        )}
      </div>
      {isMaking && share !== null && (
        <Progress
          size={4}
          value={100 * share}
          aria-label={intl.formatMessage(
            { id: 'clipDialog.made' },
            { percent: intl.formatNumber(share, { style: 'percent' }) },
          )}
        />
      )}
      <Group justify="flex-end" gap="sm" className={classes.buttons}>
        <Button variant="default" onClick={isMaking ? cancel : onClose}>
          <FormattedMessage id={isMaking ? 'action.cancel' : 'action.close'} />
        </Button>
        <Button
          disabled={!canDownload || isMaking}
          onClick={onDownload}
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
        >
          <FormattedMessage id="action.download" />
        </Button>
      </Group>
    </>
  )
}
