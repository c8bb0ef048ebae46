import type { Asset } from '@cartouche/contract'
import { ActionIcon, Button, Text } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BytesText } from '../../components/asset-text/asset-text.tsx'
import { Tooltip } from '../../theme/tooltip.tsx'
import classes from './share.module.css'

export interface PickBarProps {
  readonly picked: readonly Asset[]
  /** Whether their sizes are those of what is taken. */
  readonly isOriginals: boolean
  readonly onPickAll: () => void
  readonly onDownload: () => void
  readonly onClose: () => void
}

/** What is picked, with its size, and its download. */
export function PickBar({ picked, isOriginals, onPickAll, onDownload, onClose }: PickBarProps) {
  const intl = useIntl()
  const sizeBytes = picked.reduce((sum, { metadata }) => sum + (metadata?.filesize ?? 0), 0)
  return (
    <section className={classes.bar} aria-label={intl.formatMessage({ id: 'selection.bar' })}>
      {picked.length === 0 ? (
        <Text fz="sm">
          <FormattedMessage id="visit.pick.hint" />
        </Text>
      ) : (
        <Button leftSection={<IconDownload size={17} stroke={1.8} aria-hidden />} onClick={onDownload}>
          <FormattedMessage
            id={isOriginals ? 'visit.downloadPicked' : 'visit.downloadPickedGiven'}
            values={{ count: picked.length, size: <BytesText sizeBytes={sizeBytes} /> }}
          />
        </Button>
      )}
      <Button variant="default" onClick={onPickAll}>
        <FormattedMessage id="visit.pickAll" />
      </Button>
      <Tooltip label={<FormattedMessage id="selection.clear" />}>
        <ActionIcon size={34} onClick={onClose} aria-label={intl.formatMessage({ id: 'selection.clear' })}>
          <IconX size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </section>
  )
}
