import type { VisitedShare } from '@cartouche/client'
import { Button, Group, Loader, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconDownload, IconUpload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedDate, FormattedMessage } from 'react-intl'
import { BrandMark } from '../../components/brand/brand-mark.tsx'
import { BytesText } from '../../components/asset-text/asset-text.tsx'
import classes from './share.module.css'

export interface SharedHeaderProps {
  readonly share: VisitedShare
  /** Chooses between the wall and the light table. */
  readonly views: ReactNode
  readonly onDownloadAll: (() => void) | undefined
  readonly onPick: (() => void) | undefined
  /** Where the visitor chooses which files to take. */
  readonly choice?: ReactNode
  /** Opens the dialog in which files are sent; undefined: there is none. */
  readonly onSend?: (() => void) | undefined
  /** Whether files are on their way. */
  readonly isSending?: boolean
}

/** Brand, how the assets are shown, title and words of the sharer, until when, everything in one download. */
export function SharedHeader({
  share,
  views,
  onDownloadAll,
  onPick,
  choice,
  onSend,
  isSending = false,
}: SharedHeaderProps) {
  const words = share.description === '' ? share.cartDescription : share.description
  return (
    <header className={classes.header}>
      <div className={classes.headBrand}>
        <BrandMark size={24} />
        <Text fw={600} truncate>
          {share.organisation}
        </Text>
        {views}
      </div>
      <div className={classes.headRow}>
        <div className={classes.headWords}>
          <Title order={1} className={classes.title}>
            {share.name}
          </Title>
          {words !== '' && <Text className={classes.words}>{words}</Text>}
          <Text fz="sm" c="dimmed" mt={4}>
            <FormattedMessage id="visit.sharedBy" values={{ name: share.sharer }} />
            {'\u00A0· '}
            {(share.detailedItems.length > 0 || share.uploads === null) && (
              <>
                <FormattedMessage id="cart.items" values={{ count: share.detailedItems.length }} />
                {'\u00A0· '}
              </>
            )}
            <FormattedMessage
              id="visit.until"
              values={{ date: <FormattedDate value={share.expires} dateStyle="long" /> }}
            />
          </Text>
        </div>
        {(onDownloadAll || onSend) && (
          <Group gap="sm" className={classes.headActions}>
            {choice}
            {onDownloadAll && (
              <Button
                size="md"
                leftSection={<IconDownload size={18} stroke={1.8} aria-hidden />}
                onClick={onDownloadAll}
              >
                {share.largest === null ? (
                  <FormattedMessage
                    id="visit.downloadAll"
                    values={{ size: <BytesText sizeBytes={share.sizeBytes} /> }}
                  />
                ) : (
                  // How large renditions are is known when they are made.
                  <FormattedMessage id="visit.downloadAllGiven" />
                )}
              </Button>
            )}
            {onSend && (
              <Button
                size="md"
                variant={onDownloadAll ? 'default' : 'filled'}
                leftSection={
                  isSending ? <Loader size={16} /> : <IconUpload size={18} stroke={1.8} aria-hidden />
                }
                onClick={onSend}
              >
                <FormattedMessage id={isSending ? 'visit.send.sending' : 'visit.send.title'} />
              </Button>
            )}
            {onPick && (
              <Button
                size="md"
                variant="default"
                leftSection={<IconCircleCheck size={18} stroke={1.7} aria-hidden />}
                onClick={onPick}
              >
                <FormattedMessage id="visit.pick" />
              </Button>
            )}
          </Group>
        )}
        {!onDownloadAll && !share.actions.includes('download') && share.detailedItems.length > 0 && (
          <Text fz="sm" c="dimmed">
            <FormattedMessage id="visit.lookOnly" />
          </Text>
        )}
      </div>
    </header>
  )
}
