import { calls, type DownloadRequest, type ItemReference } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Button, Checkbox, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { BytesText } from '../asset-text/asset-text.tsx'
import { useArchiveEstimate, type ArchiveWish } from './use-archive-estimate.ts'

export interface DownloadDialogProps {
  readonly cart: { readonly id: number; readonly name: string; readonly total: number }
  /** Of these alone, unless the person wishes for all. */
  readonly selected?: readonly ItemReference[]
  readonly onClose: () => void
}

/** Asks what the archive of a cart shall hold, shows its size beside the limits, and starts the download: the tray goes on from there. */
export function DownloadDialog({ cart, selected = [], onClose }: DownloadDialogProps) {
  const { downloads } = useClient()
  const profiles = useRead(calls.listDownloadProfiles, {})
  const [ofSelection, setOfSelection] = useState(selected.length > 0)
  const [profile, setProfile] = useState('originals')
  // @source portal §9: contact sheet and descriptions unless the person chose otherwise
  const [withContactSheet, setContactSheet] = useLocalStorage({ key: 'cartouche-contact-sheet', defaultValue: true, getInitialValueInEffect: false })
  const [withAssetsDescriptions, setDescriptions] = useLocalStorage({ key: 'cartouche-descriptions', defaultValue: true, getInitialValueInEffect: false })
  const wish: ArchiveWish = { cartId: cart.id, profile, withContactSheet, withAssetsDescriptions, selection: ofSelection ? selected : undefined }
  const start = (): void => {
    const { selection, ...rest } = wish
    const request: DownloadRequest = { ...rest, name: cart.name, ...(selection ? { selection } : {}) }
    downloads.start(request)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={<FormattedMessage id="downloadDialog.title" />}>
      <Stack gap="lg">
        {selected.length > 0 && (
          <Radio.Group label={<FormattedMessage id="downloadDialog.what" />} value={ofSelection ? 'selected' : 'all'} onChange={(value) => setOfSelection(value === 'selected')}>
            <Stack gap={6} mt={6}>
              <Radio value="selected" label={<FormattedMessage id="downloadDialog.selected" values={{ count: selected.length }} />} />
              <Radio value="all" label={<FormattedMessage id="downloadDialog.all" values={{ count: cart.total }} />} />
            </Stack>
          </Radio.Group>
        )}
        <Radio.Group label={<FormattedMessage id="downloadDialog.profile" />} value={profile} onChange={setProfile}>
          <Stack gap={6} mt={6}>
            {(profiles.data ?? [{ code: 'originals', name: '' }]).map(({ code, name }) => <Radio key={code} value={code} label={name === '' ? <FormattedMessage id="rendition.original" /> : name} />)}
          </Stack>
          {profiles.error !== null && <Text fz="sm" c="dimmed" mt={4}><FormattedMessage id="downloadDialog.profile.failed" /></Text>}
        </Radio.Group>
        <Stack gap={8}>
          <Checkbox checked={withContactSheet} onChange={(event) => setContactSheet(event.currentTarget.checked)} label={<FormattedMessage id="downloadDialog.contactSheet" />} />
          <Checkbox checked={withAssetsDescriptions} onChange={(event) => setDescriptions(event.currentTarget.checked)} label={<FormattedMessage id="downloadDialog.descriptions" />} />
        </Stack>
        <Estimate wish={wish} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}><FormattedMessage id="action.cancel" /></Button>
          <Button data-autofocus onClick={start}><FormattedMessage id="downloadDialog.start" /></Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Estimate({ wish }: { readonly wish: ArchiveWish }) {
  const estimate = useArchiveEstimate(wish)
  const id = estimate === undefined ? 'downloadDialog.estimating' : estimate === null ? 'downloadDialog.estimateFailed' : estimate.refused ? 'downloadDialog.split' : estimate.warn ? 'downloadDialog.warn' : 'downloadDialog.size'
  const limit = estimate?.refused ? estimate.maxSize : estimate?.warnSize
  return (
    <Text fz="sm" c={estimate?.warn || estimate?.refused ? undefined : 'dimmed'} aria-live="polite" mih={38}>
      <FormattedMessage id={id} values={{ size: <BytesText sizeBytes={estimate?.size} />, limit: <BytesText sizeBytes={limit} /> }} />
    </Text>
  )
}
