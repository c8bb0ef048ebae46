import {
  calls,
  downloadsOf,
  type ArchiveEstimate,
  type DownloadRequest,
  type ItemReference,
  type SearchDownload,
} from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Button, Checkbox, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { BytesText } from '../asset-text/asset-text.tsx'
import { LeftOut } from '../../downloads/left-out.tsx'
import { useArchiveEstimate, type ArchiveOptions } from './use-archive-estimate.ts'

export interface DownloadDialogProps {
  /** Of a cart; without an id, of all hits of `search`. */
  readonly cart: { readonly id?: number | undefined; readonly name: string; readonly total: number }
  readonly search?: SearchDownload | undefined
  /** Of these alone, unless the person chooses all. */
  readonly selected?: readonly ItemReference[]
  readonly onClose: () => void
}

/**
 * Asks what the archive of a cart or of a whole search shall hold, shows its size beside the limits, and
 * starts the download: the tray goes on from there. One asset is downloaded as its file, unless a ZIP is
 * wanted.
 */
export function DownloadDialog({ cart, search, selected = [], onClose }: DownloadDialogProps) {
  useReturnFocus()
  const client = useClient()
  const profiles = useRead(calls.listDownloadProfiles, {})
  const [ofSelection, setOfSelection] = useState(selected.length > 0)
  const [profile, setProfile] = useState('originals')
  // @source portal §9: contact sheet and descriptions unless the person chose otherwise
  const [withContactSheet, setContactSheet] = useLocalStorage({
    key: 'cartouche-contact-sheet',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const [withAssetsDescriptions, setDescriptions] = useLocalStorage({
    key: 'cartouche-descriptions',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  // Null: nothing was chosen. @source decision 0256
  const [chosenVideos, setVideos] = useState<boolean | null>(null)
  const withLiveVideos = chosenVideos ?? profile === 'originals'
  const [sendLinkByEmail, setSendLink] = useState(false)
  const isOne = (ofSelection ? selected.length : cart.total) === 1
  const [wantsZip, setWantsZip] = useState(false)
  const unzip = isOne && !wantsZip
  const options: ArchiveOptions = {
    cartId: cart.id,
    search,
    profile,
    withContactSheet: withContactSheet && !unzip,
    withAssetsDescriptions: withAssetsDescriptions && !unzip,
    withLiveVideos: withLiveVideos && !unzip,
    selection: ofSelection ? selected : undefined,
  }
  const { estimate, list, liveVideos } = useArchiveEstimate(options)
  const start = (): void => {
    const request: DownloadRequest = {
      name: cart.name,
      profile,
      withContactSheet: options.withContactSheet,
      withAssetsDescriptions: options.withAssetsDescriptions,
      withLiveVideos: options.withLiveVideos,
      sendLinkByEmail: sendLinkByEmail && !unzip,
      unzip,
      ...(cart.id === undefined ? {} : { cartId: cart.id }),
      ...(search === undefined ? {} : { search: { ...search, ...(list === undefined ? {} : { list }) } }),
      ...(ofSelection ? { selection: selected } : {}),
    }
    downloadsOf(client).start(request)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={<FormattedMessage id="downloadDialog.title" />}>
      <Stack gap="lg">
        {selected.length > 0 && (
          <Radio.Group
            label={<FormattedMessage id="downloadDialog.what" />}
            value={ofSelection ? 'selected' : 'all'}
            onChange={(value) => setOfSelection(value === 'selected')}
          >
            <Stack gap={6} mt={6}>
              <Radio
                value="selected"
                label={<FormattedMessage id="downloadDialog.selected" values={{ count: selected.length }} />}
              />
              <Radio
                value="all"
                label={<FormattedMessage id="downloadDialog.all" values={{ count: cart.total }} />}
              />
            </Stack>
          </Radio.Group>
        )}
        <Radio.Group
          label={<FormattedMessage id="downloadDialog.profile" />}
          value={profile}
          onChange={setProfile}
        >
          <Stack gap={6} mt={6}>
            {(profiles.data ?? [{ code: 'originals', name: '' }]).map(({ code, name }) => (
              <Radio
                key={code}
                value={code}
                label={name === '' ? <FormattedMessage id="rendition.original" /> : name}
              />
            ))}
          </Stack>
          {profiles.error !== null && (
            <Text fz="sm" c="dimmed" mt={4}>
              <FormattedMessage id="downloadDialog.profile.failed" />
            </Text>
          )}
        </Radio.Group>
        {isOne && (
          <Radio.Group
            label={<FormattedMessage id="downloadDialog.as" />}
            value={wantsZip ? 'zip' : 'file'}
            onChange={(value) => setWantsZip(value === 'zip')}
          >
            <Stack gap={6} mt={6}>
              <Radio value="file" label={<FormattedMessage id="downloadDialog.as.file" />} />
              <Radio value="zip" label={<FormattedMessage id="downloadDialog.as.zip" />} />
            </Stack>
          </Radio.Group>
        )}
        {!unzip && (
          <Stack gap={8}>
            <Checkbox
              checked={withContactSheet}
              onChange={(event) => setContactSheet(event.currentTarget.checked)}
              label={<FormattedMessage id="downloadDialog.contactSheet" />}
            />
            <Checkbox
              checked={withAssetsDescriptions}
              onChange={(event) => setDescriptions(event.currentTarget.checked)}
              label={<FormattedMessage id="downloadDialog.descriptions" />}
            />
            {liveVideos > 0 && (
              <Checkbox
                checked={withLiveVideos}
                onChange={(event) => setVideos(event.currentTarget.checked)}
                label={<FormattedMessage id="downloadDialog.liveVideos" values={{ count: liveVideos }} />}
              />
            )}
            <Checkbox
              checked={sendLinkByEmail}
              onChange={(event) => setSendLink(event.currentTarget.checked)}
              label={<FormattedMessage id="downloadDialog.email" />}
            />
          </Stack>
        )}
        <Estimate estimate={estimate} unzip={unzip} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button data-autofocus onClick={start}>
            <FormattedMessage id={unzip ? 'action.download' : 'downloadDialog.start'} />
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface EstimateProps {
  readonly estimate: ArchiveEstimate | null | undefined
  readonly unzip: boolean
}

function Estimate({ estimate, unzip }: EstimateProps) {
  const id =
    estimate === undefined
      ? 'downloadDialog.estimating'
      : estimate === null
        ? 'downloadDialog.estimateFailed'
        : estimate.refused
          ? 'downloadDialog.split'
          : estimate.warn
            ? 'downloadDialog.warn'
            : unzip
              ? 'downloadDialog.size.file'
              : 'downloadDialog.size'
  const limit = estimate?.refused ? estimate.maxSize : estimate?.warnSize
  return (
    <div aria-live="polite">
      <Text fz="sm" c={estimate?.warn || estimate?.refused ? undefined : 'dimmed'} mih={38}>
        <FormattedMessage
          id={id}
          values={{ size: <BytesText sizeBytes={estimate?.size} />, limit: <BytesText sizeBytes={limit} /> }}
        />
      </Text>
      {estimate?.leftOut && <LeftOut leftOut={estimate.leftOut} />}
    </div>
  )
}
