import type { DownloadProfile } from '@cartouche/contract'
import { calls, readsOf } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { ActionIcon, Badge, Button, Group, Modal, Skeleton, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl'
import { FactLine } from '../../../theme/fact-line.tsx'
import { useReturnFocus } from '../../../components/return-focus/use-return-focus.ts'
import { ErrorViewOf } from '../../../components/error-view/error-view.tsx'
import { fileTypeText } from '../../../components/asset-text/file-type.ts'
import { Tooltip } from '../../../theme/tooltip.tsx'
import { errorText, textOr } from '../../../translations/error-text.ts'
import { ratioText } from '../../../translations/format.ts'
import { ProfileDialog } from './profile-dialog.tsx'
import classes from './profiles.module.css'
import { languageOf } from '../../../translations/languages.ts'

/** Download profiles in their order: what each gives, added, changed, deleted. */
export function ProfilesSection() {
  const reads = readsOf(useClient())
  const { data, error } = useRead(calls.findDownloadProfiles, {}, { freshMs: 0 })
  const [asked, setAsked] = useState<{
    readonly what: 'edit' | 'delete'
    readonly profile: DownloadProfile | null
  } | null>(null)
  const close = (): void => setAsked(null)
  const changed = (): void => {
    reads.invalidate(calls.findDownloadProfiles)
    reads.invalidate(calls.listDownloadProfiles)
    close()
  }
  return (
    <section className={classes.profiles} aria-labelledby="profiles-title">
      <Group className={classes.head} justify="space-between">
        <div>
          <Title order={1} fz="lg" id="profiles-title">
            <FormattedMessage id="administration.section.profiles" />
          </Title>
          <Text fz="sm" c="dimmed">
            <FormattedMessage id="profiles.intro" />
          </Text>
        </div>
        <Button
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
          onClick={() => setAsked({ what: 'edit', profile: null })}
        >
          <FormattedMessage id="profiles.add" />
        </Button>
      </Group>
      {error !== null && data === undefined ? (
        <ErrorViewOf error={error} onRetry={() => reads.invalidate(calls.findDownloadProfiles)} />
      ) : data === undefined ? (
        <Stack p="md">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} h={40} />
          ))}
        </Stack>
      ) : (
        <ul className={classes.list}>
          {data.map((profile) => (
            <ProfileRow key={profile.code} profile={profile} onAsk={(what) => setAsked({ what, profile })} />
          ))}
        </ul>
      )}
      {asked?.what === 'edit' && <ProfileDialog profile={asked.profile} onClose={close} onSaved={changed} />}
      {asked?.what === 'delete' && asked.profile && (
        <DeleteDialog profile={asked.profile} onClose={close} onDeleted={changed} />
      )}
    </section>
  )
}

function ProfileRow({
  profile,
  onAsk,
}: {
  readonly profile: DownloadProfile
  readonly onAsk: (what: 'edit' | 'delete') => void
}) {
  const intl = useIntl()
  const name = nameOf(intl, profile)
  const [editLabel, deleteLabel] = [
    intl.formatMessage({ id: 'profiles.edit' }, { name }),
    intl.formatMessage({ id: 'profiles.delete' }, { name }),
  ]
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Group gap={8}>
          <Text fw={550} className={classes.name}>
            {name}
          </Text>
          {profile.isBuiltIn && (
            <Badge variant="light" color="gray" fw={500} radius="sm">
              <FormattedMessage id="profiles.builtIn" />
            </Badge>
          )}
        </Group>
        <FactLine facts={[profile.code, ...factsOf(intl, profile)]} />
      </div>
      {(profile.recipe !== null || !profile.isBuiltIn) && (
        <Tooltip label={editLabel}>
          <ActionIcon size={34} onClick={() => onAsk('edit')} aria-label={editLabel}>
            <IconPencil size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
      {!profile.isBuiltIn && (
        <Tooltip label={deleteLabel}>
          <ActionIcon size={34} onClick={() => onAsk('delete')} aria-label={deleteLabel}>
            <IconTrash size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  )
}

function DeleteDialog({
  profile,
  onClose,
  onDeleted,
}: {
  readonly profile: DownloadProfile
  readonly onClose: () => void
  readonly onDeleted: () => void
}) {
  useReturnFocus()
  const intl = useIntl()
  const client = useClient()
  const name = nameOf(intl, profile)
  const remove = async (): Promise<void> => {
    try {
      await client.call(calls.deleteDownloadProfile, { code: profile.code })
      notifications.show({ message: intl.formatMessage({ id: 'profiles.deleted' }, { name }) })
      onDeleted()
    } catch (error) {
      notifications.show({ color: 'red', message: errorText(intl, error) })
    }
  }
  return (
    <Modal opened onClose={onClose} title={<FormattedMessage id="profiles.delete.title" values={{ name }} />}>
      <Text>
        <FormattedMessage id="profiles.delete.text" />
      </Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" data-autofocus onClick={onClose}>
          <FormattedMessage id="action.cancel" />
        </Button>
        <Button color="red" onClick={() => void remove()}>
          <FormattedMessage id="profiles.delete.confirm" />
        </Button>
      </Group>
    </Modal>
  )
}

function nameOf(intl: IntlShape, { names, code }: DownloadProfile): string {
  return names[languageOf(intl.locale)] ?? names['en'] ?? code
}

function factsOf(intl: IntlShape, { recipe, rendition, embedsMetadata }: DownloadProfile): readonly string[] {
  const what =
    recipe === null
      ? textOr(intl, `rendition.${rendition}`, rendition ?? '')
      : intl.formatMessage(
          { id: 'profiles.summary.recipe' },
          {
            format: fileTypeText(intl, `image/${recipe.format}`),
            colours: intl.formatMessage({ id: `profiles.colourSpace.${recipe.colourSpace}` }),
            box: intl.formatMessage(
              { id: recipe.boxPx === null ? 'presets.summary.full' : 'profiles.summary.box' },
              { px: recipe.boxPx ?? 0 },
            ),
          },
        )
  return [
    what,
    ...(recipe?.crop === undefined
      ? []
      : [intl.formatMessage({ id: 'profiles.summary.crop' }, { ratio: ratioText(intl, recipe.crop) })]),
    ...(recipe?.watermark ? [intl.formatMessage({ id: 'profiles.summary.watermark' })] : []),
    ...(embedsMetadata ? [intl.formatMessage({ id: 'profiles.summary.embeds' })] : []),
  ]
}
