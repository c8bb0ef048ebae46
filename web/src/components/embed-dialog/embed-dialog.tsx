import type { Asset, CreatedEmbed } from '@cartouche/contract'
import { Alert, Button, Divider, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { CopyField } from '../share-dialog/copy-field.tsx'
import { ActiveEmbeds } from './active-embeds.tsx'
import { NewEmbedForm } from './new-embed-form.tsx'

/** Embeds of an asset on other sites: makes one, with the code to copy, lists and revokes the active ones. */
export function EmbedDialog({ asset, onClose }: { readonly asset: Asset; readonly onClose: () => void }) {
  useReturnFocus()
  const [created, setCreated] = useState<CreatedEmbed | null>(null)
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={
        <Text component="span" inherit lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          <FormattedMessage id="embedDialog.title" values={{ name: asset.name }} />
        </Text>
      }
    >
      {created === null ? (
        <NewEmbedForm assetId={asset.id} onCreated={setCreated} />
      ) : (
        <EmbedCode embed={created} onAnother={() => setCreated(null)} onClose={onClose} />
      )}
      <Divider my="lg" />
      <Title order={3} mb="sm">
        <FormattedMessage id="embedDialog.active" />
      </Title>
      <ActiveEmbeds
        asset={asset}
        onRevoked={(id) => {
          if (id === created?.id) setCreated(null)
        }}
      />
    </Modal>
  )
}

/** The code of a new embed, in the forms that pages take. */
function EmbedCode({
  embed: { frameHtml, pictureHtml, url },
  onAnother,
  onClose,
}: {
  readonly embed: CreatedEmbed
  readonly onAnother: () => void
  readonly onClose: () => void
}) {
  return (
    <Stack gap="sm">
      <Alert color="blue">
        <FormattedMessage id="embedDialog.once" />
      </Alert>
      <CopyField value={frameHtml} label="embedDialog.frame" copyLabel="embedDialog.frame.copy" />
      <CopyField value={pictureHtml} label="embedDialog.picture" copyLabel="embedDialog.picture.copy" />
      <CopyField value={url} label="embedDialog.address" copyLabel="embedDialog.address.copy" />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onAnother}>
          <FormattedMessage id="embedDialog.another" />
        </Button>
        <Button onClick={onClose}>
          <FormattedMessage id="shareDialog.done" />
        </Button>
      </Group>
    </Stack>
  )
}
