import type { CreatedEmbed, EmbedPicture } from '@cartouche/contract'
import { calls, embedPictures, readsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Button, Group, Select, Stack, TagsInput } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'

const dayMs = 86_400_000
const lifetimesDays = ['30', '90', '365'] as const

interface NewEmbedFormProps {
  readonly assetId: number
  readonly onCreated: (embed: CreatedEmbed) => void
}

/** Which sites may show an asset, how large, and until when. */
export function NewEmbedForm({ assetId, onCreated }: NewEmbedFormProps) {
  const intl = useIntl()
  const client = useClient()
  const [sites, setSites] = useState<string[]>([])
  const [variation, setVariation] = useState<EmbedPicture>('web')
  const [lifetime, setLifetime] = useState('never')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const create = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    const expires =
      lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * dayMs).toISOString()
    try {
      onCreated(await client.call(calls.createEmbed, { id: assetId, sites, variation, expires }))
      readsOf(client).invalidate(calls.listEmbeds)
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <Stack gap="sm">
        <TagsInput
          data-autofocus
          // It has no list, which would take the first Esc.
          dropdownOpened={false}
          label={<FormattedMessage id="embedDialog.sites" />}
          description={<FormattedMessage id="embedDialog.sites.hint" />}
          placeholder="example.org"
          value={sites}
          onChange={setSites}
          maxTags={50}
          acceptValueOnBlur
          splitChars={[',', ' ', ';']}
        />
        <Group grow align="flex-start" gap="sm">
          <Select
            label={<FormattedMessage id="embedDialog.size" />}
            value={variation}
            allowDeselect={false}
            onChange={(chosen) => setVariation(embedPictures.find((name) => name === chosen) ?? 'web')}
            data={embedPictures.map((value) => ({
              value,
              label: intl.formatMessage({ id: `embedDialog.size.${value}` }),
            }))}
          />
          <Select
            label={<FormattedMessage id="embedDialog.expires" />}
            value={lifetime}
            allowDeselect={false}
            onChange={(chosen) => setLifetime(chosen ?? 'never')}
            data={[
              { value: 'never', label: intl.formatMessage({ id: 'embedDialog.expires.never' }) },
              ...lifetimesDays.map((days) => ({
                value: days,
                label: intl.formatMessage({ id: 'shareDialog.expires.days' }, { days: Number(days) }),
              })),
            ]}
          />
        </Group>
        {failure !== null && (
          <Alert color="red" role="alert">
            {errorText(intl, failure)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            <FormattedMessage id="embedDialog.create" />
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
