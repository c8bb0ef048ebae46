import type { PicturePreset } from '@cartouche/contract'
import { calls, readsOf } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { ActionIcon, Button, Group, Modal, Skeleton, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl'
import { FactLine } from '../../../theme/fact-line.tsx'
import { useReturnFocus } from '../../../components/return-focus/use-return-focus.ts'
import { ErrorViewOf } from '../../../components/error-view/error-view.tsx'
import { fileTypeText } from '../../../components/asset-text/file-type.ts'
import { Tooltip } from '../../../theme/tooltip.tsx'
import { errorText } from '../../../translations/error-text.ts'
import { ratioText } from '../../../translations/format.ts'
import classes from '../profiles/profiles.module.css'
import { languageOf } from '../../../translations/languages.ts'
import { PresetDialog } from './preset-dialog.tsx'

/** Presets of pictures in their order: what each makes, added, changed, deleted. */
export function PresetsSection() {
  const reads = readsOf(useClient())
  const { data, error } = useRead(calls.listPicturePresets, {}, { freshMs: 0 })
  const [asked, setAsked] = useState<{
    readonly what: 'edit' | 'delete'
    readonly preset: PicturePreset | null
  } | null>(null)
  const close = (): void => setAsked(null)
  const changed = (): void => {
    reads.invalidate(calls.listPicturePresets)
    close()
  }
  return (
    <section className={classes.profiles} aria-labelledby="presets-title">
      <Group className={classes.head} justify="space-between">
        <div>
          <Title order={1} fz="lg" id="presets-title">
            <FormattedMessage id="administration.section.presets" />
          </Title>
          <Text fz="sm" c="dimmed">
            <FormattedMessage id="presets.intro" />
          </Text>
        </div>
        <Button
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
          onClick={() => setAsked({ what: 'edit', preset: null })}
        >
          <FormattedMessage id="presets.add" />
        </Button>
      </Group>
      {error !== null && data === undefined ? (
        <ErrorViewOf error={error} onRetry={() => reads.invalidate(calls.listPicturePresets)} />
      ) : data === undefined ? (
        <Stack p="md">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} h={40} />
          ))}
        </Stack>
      ) : data.length === 0 ? (
        <Text p="md" c="dimmed">
          <FormattedMessage id="presets.none" />
        </Text>
      ) : (
        <ul className={classes.list}>
          {data.map((preset) => (
            <PresetRow key={preset.code} preset={preset} onAsk={(what) => setAsked({ what, preset })} />
          ))}
        </ul>
      )}
      {asked?.what === 'edit' && <PresetDialog preset={asked.preset} onClose={close} onSaved={changed} />}
      {asked?.what === 'delete' && asked.preset && (
        <DeleteDialog preset={asked.preset} onClose={close} onDeleted={changed} />
      )}
    </section>
  )
}

function PresetRow({
  preset,
  onAsk,
}: {
  readonly preset: PicturePreset
  readonly onAsk: (what: 'edit' | 'delete') => void
}) {
  const intl = useIntl()
  const name = nameOf(intl, preset)
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={550} className={classes.name}>
          {name}
        </Text>
        <FactLine facts={[preset.code, ...factsOf(intl, preset)]} />
      </div>
      {(['edit', 'delete'] as const).map((what) => {
        const label = intl.formatMessage({ id: `presets.${what}` }, { name })
        const Icon = what === 'edit' ? IconPencil : IconTrash
        return (
          <Tooltip key={what} label={label}>
            <ActionIcon size={34} onClick={() => onAsk(what)} aria-label={label}>
              <Icon size={17} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        )
      })}
    </li>
  )
}

function DeleteDialog({
  preset,
  onClose,
  onDeleted,
}: {
  readonly preset: PicturePreset
  readonly onClose: () => void
  readonly onDeleted: () => void
}) {
  useReturnFocus()
  const intl = useIntl()
  const client = useClient()
  const name = nameOf(intl, preset)
  const remove = async (): Promise<void> => {
    try {
      await client.call(calls.deletePicturePreset, { code: preset.code })
      notifications.show({ message: intl.formatMessage({ id: 'presets.deleted' }, { name }) })
      onDeleted()
    } catch (error) {
      notifications.show({ color: 'red', message: errorText(intl, error) })
    }
  }
  return (
    <Modal opened onClose={onClose} title={<FormattedMessage id="presets.delete.title" values={{ name }} />}>
      <Text>
        <FormattedMessage id="presets.delete.text" />
      </Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" data-autofocus onClick={onClose}>
          <FormattedMessage id="action.cancel" />
        </Button>
        <Button color="red" onClick={() => void remove()}>
          <FormattedMessage id="presets.delete.confirm" />
        </Button>
      </Group>
    </Modal>
  )
}

function nameOf({ locale }: IntlShape, { names }: PicturePreset): string {
  return names[languageOf(locale)]
}

function factsOf(
  intl: IntlShape,
  { crop, width, height, format, quality, metadata }: PicturePreset,
): readonly string[] {
  const side =
    width !== null && height !== null ? 'box' : width !== null ? 'width' : height !== null ? 'height' : 'full'
  return [
    crop === null ? intl.formatMessage({ id: 'presets.summary.whole' }) : ratioText(intl, crop),
    intl.formatMessage({ id: `presets.summary.${side}` }, { width, height }),
    format === null
      ? intl.formatMessage({ id: 'presets.summary.format' })
      : fileTypeText(intl, `image/${format}`),
    ...(quality === null ? [] : [intl.formatMessage({ id: 'presets.summary.quality' }, { quality })]),
    ...(metadata === 'all' ? [intl.formatMessage({ id: 'presets.summary.metadata' })] : []),
  ]
}
