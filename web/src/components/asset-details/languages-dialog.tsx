import { calls, isApiError } from '@cartouche/client'
import type { Asset } from '@cartouche/contract'
import { useClient, useRead, useSchema } from '@cartouche/react'
import { Alert, Modal, Skeleton, Stack, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { DialogButtons } from '../dialog-buttons/dialog-buttons.tsx'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { errorText } from '../../translations/error-text.ts'
import { fieldsInLanguages, nameLanguages, type RecordField } from './asset-fields.ts'

const assetPath = 'dam/data/asset'

/**
 * The words of an asset in every language at once. What others see is the text of their language, or the
 * first one where that is empty.
 */
export function LanguagesDialog({ asset, onClose }: { readonly asset: Asset; readonly onClose: () => void }) {
  useReturnFocus()
  const intl = useIntl()
  // As they are stored: the record beside it holds the words of the reader's language alone.
  const stored = useRead(calls.getEntity, { path: assetPath, id: asset.id, i18n: false }, { freshMs: 0 })
  const editable = fieldsInLanguages(useSchema(assetPath)).filter(({ header }) => header.cud.update)
  const fields = nameLanguages(intl, editable)
  const record = stored.status === 'loaded' ? stored.data?.response.data : undefined
  return (
    <Modal opened onClose={onClose} size="lg" title={<FormattedMessage id="asset.languages.title" />}>
      {stored.error !== null && (
        <Alert color="red" role="alert">
          {errorText(intl, stored.error)}
        </Alert>
      )}
      {stored.error === null && record === undefined && <Skeleton height={240} aria-hidden />}
      {record && <LanguagesForm asset={asset} fields={fields} stored={record} onClose={onClose} />}
    </Modal>
  )
}

interface LanguagesFormProps {
  readonly asset: Asset
  readonly fields: readonly RecordField[]
  readonly stored: Readonly<Record<string, unknown>>
  readonly onClose: () => void
}

function LanguagesForm({ asset, fields, stored, onClose }: LanguagesFormProps) {
  const intl = useIntl()
  const { entities } = useClient()
  const textOf = (name: string): string => (typeof stored[name] === 'string' ? stored[name] : '')
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map(({ name }) => [name, textOf(name)])),
  )
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const isNameless = (texts['name'] ?? '').trim() === ''
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const changed = Object.entries(texts)
      .filter(([name, text]) => text.trim() !== textOf(name))
      .map(([name, text]) => [name, text.trim() || null])
    if (isNameless) return
    if (changed.length === 0) return onClose()
    setBusy(true)
    try {
      await entities.patch(assetPath, asset.id, Object.fromEntries(changed))
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
      if (isApiError(error, 'version_conflict'))
        void entities.fetch(assetPath, asset.id, { withRights: true })
    }
  }
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack gap="md">
        {failure === null ? null : isApiError(failure, 'version_conflict') ? (
          <Alert color="yellow" role="alert" title={<FormattedMessage id="asset.conflict.title" />}>
            <FormattedMessage id="asset.conflict.text" />
          </Alert>
        ) : (
          <Alert color="red" role="alert">
            {errorText(intl, failure)}
          </Alert>
        )}
        {fields.map(({ name, header }, at) => {
          const shared = {
            label: header.name,
            value: texts[name] ?? '',
            error:
              name === 'name' && isNameless ? <FormattedMessage id="asset.languages.nameNeeded" /> : null,
            onChange: ({
              currentTarget: { value },
            }: {
              readonly currentTarget: { readonly value: string }
            }) => setTexts((now) => ({ ...now, [name]: value })),
          }
          return header.type === 'longtext' ? (
            <Textarea key={name} {...shared} autosize minRows={2} maxRows={8} />
          ) : (
            <TextInput key={name} {...shared} maxLength={500} ref={at === 0 ? focusOnce : undefined} />
          )
        })}
        <DialogButtons onClose={onClose} busy={busy}>
          <FormattedMessage id="action.save" />
        </DialogButtons>
      </Stack>
    </form>
  )
}

/** The dialog had the focus while the words were read. */
function focusOnce(input: HTMLInputElement | null): void {
  input?.focus()
}
