import {
  describeTrackName,
  isApiError,
  trackExtension,
  trackKinds,
  tracksOf,
  type MediaTrack,
} from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, FileInput, Modal, Select, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconUpload } from '@tabler/icons-react'
import { useRef, useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { errorText } from '../../translations/error-text.ts'
import { DialogButtons } from '../dialog-buttons/dialog-buttons.tsx'
import { languageName, trackName } from './track-name.ts'

interface TrackDialogProps {
  readonly assetId: number
  /** Null: a new one. */
  readonly track: MediaTrack | null
  readonly onClose: () => void
}

const unknown = 'und'
/** Languages that are offered; those that a track has besides are offered too. */
const languages =
  'ar bg bn ca cs da de el en en-GB en-US es es-419 et eu fa fi fr fr-CA ga gl he hi hr hu id is it ja ko lb lt lv ms mt nb nl nn pl pt pt-BR ro ru sk sl sr sv sw ta th tr uk ur vi zh-Hans zh-Hant'.split(
    ' ',
  )

/** Adds subtitles or chapters, or changes what is said of some and their text. */
export function TrackDialog({ assetId, track, onClose }: TrackDialogProps) {
  useReturnFocus()
  const intl = useIntl()
  const tracks = tracksOf(useClient())
  const [file, setFile] = useState<File | null>(null)
  const [kind, setKind] = useState(track?.kind ?? 'subtitles')
  const [language, setLanguage] = useState(track?.language ?? unknown)
  const [label, setLabel] = useState(track?.label ?? '')
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const fileField = useRef<HTMLButtonElement>(null)
  const choose = (chosen: File | null): void => {
    setFile(chosen)
    setFailure(null)
    if (chosen === null || track !== null) return
    const [, ...between] = chosen.name.replace(trackExtension, '').split('.')
    const named = describeTrackName(between.join('.'))
    setKind(named.kind)
    if (named.language !== unknown) setLanguage(named.language)
  }
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    const about = { kind, language, label: label.trim() }
    try {
      const saved =
        file !== null
          ? await tracks.upload('asset', assetId, file, { ...about, ...(track && { replaces: track.id }) })
          : track && (await tracks.update('asset', assetId, track.id, about))
      const id = track === null ? 'trackDialog.added' : 'trackDialog.saved'
      if (saved) notifications.show({ message: intl.formatMessage({ id }, { name: trackName(intl, saved) }) })
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
      if (isUnreadable(error)) fileField.current?.focus()
    }
  }
  const isAboutFile = isUnreadable(failure)
  const title =
    track === null
      ? intl.formatMessage({ id: 'trackDialog.add' })
      : intl.formatMessage({ id: 'entries.edit' }, { name: trackName(intl, track) })
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={(event) => void save(event)} noValidate>
        <Stack gap="md">
          <FileInput
            data-autofocus
            label={<FormattedMessage id={track === null ? 'trackDialog.file' : 'trackDialog.replace'} />}
            description={<FormattedMessage id="trackDialog.file.hint" />}
            placeholder={intl.formatMessage({
              id: track === null ? 'trackDialog.file.choose' : 'trackDialog.replace.choose',
            })}
            accept=".srt,.vtt,text/vtt,application/x-subrip"
            required={track === null}
            clearable={track !== null}
            leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />}
            error={isAboutFile && <span role="alert">{errorText(intl, failure)}</span>}
            ref={fileField}
            value={file}
            onChange={choose}
          />
          <Select
            label={<FormattedMessage id="trackDialog.kind" />}
            description={<FormattedMessage id="trackDialog.kind.hint" />}
            value={kind}
            allowDeselect={false}
            onChange={(chosen) => setKind(trackKinds.find((one) => one === chosen) ?? 'subtitles')}
            data={trackKinds.map((value) => ({
              value,
              label: intl.formatMessage({ id: `track.kind.${value}` }),
            }))}
          />
          <LanguageSelect language={language} onChange={setLanguage} />
          <TextInput
            label={<FormattedMessage id="trackDialog.label" />}
            description={<FormattedMessage id="trackDialog.label.hint" />}
            value={label}
            maxLength={100}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          {failure !== null && !isAboutFile && (
            <Alert color="red" role="alert">
              {errorText(intl, failure)}
            </Alert>
          )}
          <DialogButtons onClose={onClose} busy={busy} disabled={track === null && file === null}>
            <FormattedMessage id={track === null ? 'trackDialog.submit' : 'action.save'} />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}

/** What is wrong with the file is said at its field. */
function isUnreadable(error: unknown): boolean {
  return isApiError(error) && error.code === 'track_unreadable'
}

interface LanguageSelectProps {
  readonly language: string
  readonly onChange: (language: string) => void
}

function LanguageSelect({ language, onChange }: LanguageSelectProps) {
  const intl = useIntl()
  const offered = [...new Set([...languages, language])].filter((tag) => tag !== unknown)
  const named = offered.map((value) => ({ value, label: languageName(intl, value) }))
  return (
    <Select
      label={<FormattedMessage id="trackDialog.language" />}
      searchable
      allowDeselect={false}
      value={language}
      onChange={(chosen) => onChange(chosen ?? unknown)}
      nothingFoundMessage={<FormattedMessage id="trackDialog.language.none" />}
      data={[
        { value: unknown, label: intl.formatMessage({ id: 'trackDialog.language.unknown' }) },
        ...named.toSorted((a, b) => a.label.localeCompare(b.label, intl.locale)),
      ]}
    />
  )
}
