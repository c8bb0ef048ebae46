import type { Asset } from '@cartouche/contract'
import { calls, readsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { CopyField } from '../share-dialog/copy-field.tsx'
import type { PictureParameters } from './picture-choice.ts'

/**
 * The address by which a website shows the picture: an embed, made when somebody asks for it, with what was
 * chosen behind it.
 */
export function PictureAddress({
  asset,
  parameters: { metadata: _metadata, ...parameters },
}: {
  readonly asset: Asset
  readonly parameters: PictureParameters
}) {
  const intl = useIntl()
  const client = useClient()
  const [url, setUrl] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const create = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      setUrl((await client.call(calls.createEmbed, { id: asset.id, variation: 'preview' })).url)
      readsOf(client).invalidate(calls.listEmbeds)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return (
    <Stack gap={6}>
      {url === null ? (
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconLink size={16} stroke={1.8} aria-hidden />}
          onClick={() => void create()}
        >
          <FormattedMessage id="pictureDialog.address" />
        </Button>
      ) : (
        <CopyField
          value={`${url}/picture?${query}`}
          label="pictureDialog.address.label"
          copyLabel="embedDialog.address.copy"
        />
      )}
      <Text fz="xs" c="dimmed">
        <FormattedMessage id={url === null ? 'pictureDialog.address.hint' : 'pictureDialog.address.made'} />
      </Text>
      {failure !== null && (
        <Alert color="red" role="alert">
          {errorText(intl, failure)}
        </Alert>
      )}
    </Stack>
  )
}
