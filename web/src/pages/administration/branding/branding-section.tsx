import { calls, readsOf, type Branding, type BrandImage } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Button, Group, SimpleGrid, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { ErrorViewOf } from '../../../components/error-view/error-view.tsx'
import { ActFailure } from '../act-failure.tsx'
import { useAct } from '../use-act.ts'
import { ApplicationSettings, type SettingName } from './application-settings.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { ColourField } from './colour-field.tsx'
import { ImageChoice } from './image-choice.tsx'
import classes from '../people.module.css'

const images = ['logo', 'background', 'favicon'] as const

/** How the library presents itself: changed beside a picture of what comes of it. */
export function BrandingSection() {
  const reads = readsOf(useClient())
  const { data, error } = useRead(calls.getInfos, {}, { freshMs: 0 })
  if (data === undefined)
    return error !== null ? (
      <ErrorViewOf error={error} onRetry={() => reads.invalidate(calls.getInfos)} />
    ) : (
      <Stack p="md">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} h={36} />
        ))}
      </Stack>
    )
  return <BrandingForm key={data.infos.version} infos={data.infos} />
}

/** The changes; of images the new file as data, null to take one away. */
interface Draft {
  readonly name: string
  readonly colour: string | null
  readonly settings: Readonly<Record<SettingName, string>>
  readonly images: Partial<Record<BrandImage, string | null>>
}

function BrandingForm({ infos }: { readonly infos: Branding }) {
  const client = useClient()
  const { busy, failure, act } = useAct(calls.getInfos, calls.getConfig)
  const { dxmUrl, richTextEditorKey, spellcheckerKey } = infos
  const settings = { dxmUrl, richTextEditorKey, spellcheckerKey }
  const stored: Draft = { name: infos.appName, colour: infos.colour, settings, images: {} }
  const [draft, setDraft] = useState(stored)
  // Fields that hold what is half written begin again.
  const [discarded, setDiscarded] = useState(0)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(stored)
  const shown = (kind: BrandImage): string =>
    draft.images[kind] === undefined ? infos[kind] : (draft.images[kind] ?? '')
  const save = async (): Promise<void> => {
    const { name, colour } = draft
    const saved = await act(
      async () =>
        void (await client.call(calls.updateBranding, {
          colour,
          ...draft.settings,
          images: draft.images,
          version: infos.version,
          ...(name === infos.appName ? {} : { name: name.trim() === '' ? null : name }),
        })),
    )
    // The brand comes with the page: a new one needs a new page.
    if (saved) window.location.reload()
  }
  return (
    <section className={classes.detail} aria-labelledby="branding-title">
      <div>
        <Title order={1} fz="lg" id="branding-title">
          <FormattedMessage id="administration.section.branding" />
        </Title>
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="branding.hint" />
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Stack>
          <TextInput
            label={<FormattedMessage id="branding.name" />}
            maxLength={80}
            value={draft.name}
            onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          />
          <ColourField
            key={discarded}
            value={draft.colour}
            onChange={(colour) => setDraft({ ...draft, colour })}
          />
          {images.map((kind) => (
            <ImageChoice
              key={kind}
              kind={kind}
              shown={shown(kind)}
              onChange={(file) => setDraft({ ...draft, images: { ...draft.images, [kind]: file } })}
            />
          ))}
          <ApplicationSettings
            values={draft.settings}
            onChange={(changed) => setDraft({ ...draft, settings: changed })}
          />
          <ActFailure failure={failure} />
          <Group justify="flex-end">
            <Button
              variant="default"
              disabled={!isDirty}
              onClick={() => {
                setDraft(stored)
                setDiscarded(discarded + 1)
              }}
            >
              <FormattedMessage id="branding.discard" />
            </Button>
            <Button loading={busy} disabled={!isDirty} onClick={() => void save()}>
              <FormattedMessage id="action.save" />
            </Button>
          </Group>
        </Stack>
        <BrandPreview
          name={draft.name}
          colour={draft.colour}
          logo={shown('logo')}
          background={shown('background')}
        />
      </SimpleGrid>
    </section>
  )
}
