import { bookmarksOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Modal, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../../components/return-focus/use-return-focus.ts'
import { DialogButtons } from '../../components/dialog-buttons/dialog-buttons.tsx'
import { errorText } from '../../translations/error-text.ts'

/** Asks for another name of a bookmark. */
export function RenameBookmarkDialog({
  name,
  onClose,
}: {
  readonly name: string
  readonly onClose: () => void
}) {
  useReturnFocus()
  const intl = useIntl()
  const bookmarks = bookmarksOf(useClient())
  const [draft, setDraft] = useState(name)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    try {
      await bookmarks.rename(name, draft.trim())
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={<FormattedMessage id="bookmarks.rename.title" />}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <TextInput
            label={<FormattedMessage id="searches.name" />}
            data-autofocus
            required
            value={draft}
            maxLength={200}
            error={failure === null ? null : errorText(intl, failure)}
            onChange={(event) => {
              setDraft(event.currentTarget.value)
              setFailure(null)
            }}
          />
          <DialogButtons onClose={onClose} busy={busy}>
            <FormattedMessage id="action.save" />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
