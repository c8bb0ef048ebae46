import type { VisitedShare } from '@cartouche/client'
import { downloadsOf, sharesOf } from '@cartouche/client'
import { useClient, useDownloads } from '@cartouche/react'
import { Button, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { FormattedDate, FormattedMessage } from 'react-intl'
import { BytesText } from '../../components/asset-text/asset-text.tsx'
import { DownloadsList } from '../../downloads/downloads-list.tsx'
import { useTakeWhenReady } from '../../downloads/use-take-when-ready.ts'
import { CalmPage } from './calm-page.tsx'

/** A share of the archive alone: what it is, from whom, until when, and its download. */
export function SharedArchive({ share }: { readonly share: VisitedShare }) {
  const client = useClient()
  const own = useDownloads().filter(({ shareId }) => shareId === share.id)
  useTakeWhenReady(own)
  const start = (): void =>
    void downloadsOf(client).start({
      name: share.name,
      shareId: share.id,
      password: sharesOf(client).passwordOf(share.id),
      ...(share.profile === null ? {} : { profile: share.profile }),
    })
  const givesOriginals = share.largest === null && (share.profile ?? 'originals') === 'originals'
  return (
    <CalmPage>
      <Stack gap="md" w="100%">
        <Title order={1} style={{ overflowWrap: 'anywhere' }}>
          {share.name}
        </Title>
        {share.description !== '' && (
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{share.description}</Text>
        )}
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="visit.sharedBy" values={{ name: share.sharer }} />
          {'\u00A0· '}
          <FormattedMessage id="cart.items" values={{ count: share.total }} />
          {'\u00A0· '}
          <FormattedMessage
            id="visit.until"
            values={{ date: <FormattedDate value={share.expires} dateStyle="long" /> }}
          />
        </Text>
        {share.total === 0 ? (
          <Text>
            <FormattedMessage id="visit.empty" />
          </Text>
        ) : (
          own.length === 0 && (
            <Button
              size="md"
              data-autofocus
              leftSection={<IconDownload size={18} stroke={1.8} aria-hidden />}
              onClick={start}
            >
              {givesOriginals ? (
                <FormattedMessage
                  id="visit.downloadArchive"
                  values={{ size: <BytesText sizeBytes={share.sizeBytes} /> }}
                />
              ) : (
                // How large renditions are is known when they are made.
                <FormattedMessage id="visit.downloadArchiveGiven" />
              )}
            </Button>
          )
        )}
        {own.length > 0 && (
          <div style={{ textAlign: 'start' }}>
            <DownloadsList downloads={own} />
          </div>
        )}
      </Stack>
    </CalmPage>
  )
}
