import type { DownloadProfile, ProfileRecipe } from '@cartouche/contract'
import { calls } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import {
  Alert,
  Checkbox,
  Group,
  Modal,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Text,
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { fileTypeText } from '../../../components/asset-text/file-type.ts'
import { useReturnFocus } from '../../../components/return-focus/use-return-focus.ts'
import { DialogButtons } from '../../../components/dialog-buttons/dialog-buttons.tsx'
import { errorText } from '../../../translations/error-text.ts'
import { CodeAndNames } from '../code-and-names.tsx'
import { completeNames, type Names } from '../code-of.ts'
import { CropRatioInput, isCropRatio } from '../crop-ratio-input.tsx'
import { languageOf } from '../../../translations/languages.ts'

const formats = ['jpeg', 'png', 'webp', 'tiff'] as const
const colourSpaces = ['srgb', 'p3', 'cmyk', 'gray'] as const
const newRecipe: ProfileRecipe = {
  format: 'jpeg',
  boxPx: 2400,
  quality: 85,
  colourSpace: 'srgb',
  watermark: false,
}

export interface ProfileDialogProps {
  /** The profile to change; null: a new one. */
  readonly profile: DownloadProfile | null
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** What a download profile is called and how it makes its files. */
export function ProfileDialog({ profile, onClose, onSaved }: ProfileDialogProps) {
  useReturnFocus()
  const intl = useIntl()
  const client = useClient()
  const [code, setCode] = useState(profile?.code ?? '')
  const [names, setNames] = useState<Names>({
    en: profile?.names['en'] ?? '',
    fr: profile?.names['fr'] ?? '',
  })
  const [recipe, setRecipe] = useState<ProfileRecipe | null>(profile === null ? newRecipe : profile.recipe)
  const [embedsMetadata, setEmbeds] = useState(profile?.embedsMetadata ?? false)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    try {
      await client.call(profile === null ? calls.createDownloadProfile : calls.updateDownloadProfile, {
        code,
        names: completeNames(names),
        recipe,
        embedsMetadata,
      })
      notifications.show({
        message: intl.formatMessage(
          { id: 'profiles.saved' },
          { name: completeNames(names)[languageOf(intl.locale)] },
        ),
      })
      onSaved()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={520}
      title={
        profile === null ? (
          <FormattedMessage id="profiles.add" />
        ) : (
          <FormattedMessage id="entries.edit" values={{ name: names[languageOf(intl.locale)] }} />
        )
      }
    >
      <form onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <CodeAndNames
            code={code}
            names={names}
            isNew={profile === null}
            label="profiles.code"
            hint="profiles.code.hint"
            pattern="[A-Za-z][A-Za-z0-9\-]*"
            onChange={(part) => {
              if (part.code !== undefined) setCode(part.code)
              if (part.names !== undefined) setNames(part.names)
            }}
          />
          {(profile === null || profile.recipe === null) && (
            <SegmentedControl
              aria-label={intl.formatMessage({ id: 'profiles.kind' })}
              value={recipe === null ? 'original' : 'recipe'}
              onChange={(kind) => setRecipe(kind === 'original' ? null : newRecipe)}
              disabled={profile !== null}
              data={(['recipe', 'original'] as const).map((value) => ({
                value,
                label: intl.formatMessage({ id: `profiles.kind.${value}` }),
              }))}
            />
          )}
          {recipe !== null && (
            <RecipeFields
              recipe={recipe}
              onChange={(part) => setRecipe((now) => ({ ...(now ?? newRecipe), ...part }))}
            />
          )}
          <Checkbox
            label={<FormattedMessage id="profiles.embeds" />}
            checked={embedsMetadata}
            onChange={(event) => setEmbeds(event.currentTarget.checked)}
          />
          {failure === null ? null : (
            <Alert color="red" role="alert">
              {errorText(intl, failure)}
            </Alert>
          )}
          <DialogButtons onClose={onClose} busy={busy} disabled={!isCropRatio(recipe?.crop ?? null)}>
            <FormattedMessage id="profiles.save" />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}

function RecipeFields({
  recipe,
  onChange,
}: {
  readonly recipe: ProfileRecipe
  readonly onChange: (part: Partial<ProfileRecipe>) => void
}) {
  const intl = useIntl()
  const holdsPrint = recipe.format === 'jpeg' || recipe.format === 'tiff'
  return (
    <>
      <Group grow align="flex-start">
        <Select
          label={<FormattedMessage id="profiles.format" />}
          allowDeselect={false}
          value={recipe.format}
          data={formats.map((value) => ({ value, label: fileTypeText(intl, `image/${value}`) }))}
          onChange={(value) => {
            const format = formats.find((one) => one === value) ?? 'jpeg'
            onChange({
              format,
              ...(recipe.colourSpace === 'cmyk' && format !== 'jpeg' && format !== 'tiff'
                ? { colourSpace: 'srgb' }
                : {}),
            })
          }}
        />
        <Select
          label={<FormattedMessage id="profiles.colourSpace" />}
          allowDeselect={false}
          value={recipe.colourSpace}
          onChange={(value) => onChange({ colourSpace: colourSpaces.find((one) => one === value) ?? 'srgb' })}
          data={colourSpaces.map((value) => ({
            value,
            label: intl.formatMessage({ id: `profiles.colourSpace.${value}` }),
            disabled: value === 'cmyk' && !holdsPrint,
          }))}
        />
      </Group>
      <CropRatioInput
        value={recipe.crop ?? null}
        onChange={(crop) => onChange({ crop: crop ?? undefined })}
      />
      <Group grow align="flex-start">
        <NumberInput
          label={<FormattedMessage id="profiles.box" />}
          placeholder={intl.formatMessage({ id: 'profiles.box.none' })}
          value={recipe.boxPx ?? ''}
          min={16}
          max={30_000}
          allowDecimal={false}
          onChange={(value) => onChange({ boxPx: typeof value === 'number' ? value : null })}
        />
        {recipe.format === 'jpeg' || recipe.format === 'webp' ? (
          <NumberInput
            label={<FormattedMessage id="profiles.quality" />}
            value={recipe.quality}
            min={1}
            max={100}
            allowDecimal={false}
            onChange={(value) => onChange({ quality: typeof value === 'number' ? value : 85 })}
          />
        ) : (
          <span />
        )}
      </Group>
      <Checkbox
        label={<FormattedMessage id="profiles.watermark" />}
        checked={recipe.watermark}
        onChange={(event) => onChange({ watermark: event.currentTarget.checked })}
      />
      <Text fz="sm" c="dimmed">
        <FormattedMessage id="profiles.films" />
      </Text>
    </>
  )
}
