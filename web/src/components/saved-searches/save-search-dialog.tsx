import { savedSearchesOf } from '@cartouche/client'
import type { SavedSearch } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { Alert, Modal, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { DialogButtons } from '../dialog-buttons/dialog-buttons.tsx'
import { errorText } from '../../translations/error-text.ts'

export interface SaveSearchDialogProps {
  /** The cursor whose search is saved. */
  readonly cursorName: string
  /** A name to begin with. */
  readonly suggestion: string
  readonly onClose: () => void
  readonly onSaved: (search: SavedSearch) => void
}

/** Asks for a name, a description and who sees it, and saves what a cursor asks. */
export function SaveSearchDialog({ cursorName, suggestion, onClose, onSaved }: SaveSearchDialogProps) {
  const searches = savedSearchesOf(useClient())
  return (
    <SearchForm
      title="searches.save.title"
      action="searches.save.action"
      name={suggestion}
      description=""
      isPublic={false}
      onClose={onClose}
      onSubmit={async ({ name, description, isPublic }) =>
        onSaved(await searches.createSearch(cursorName, { name, description, isPrivate: !isPublic }))
      }
    />
  )
}

/** Changes name and description of a saved search, and who sees it. */
export function EditSearchDialog({
  search,
  onClose,
}: {
  readonly search: SavedSearch
  readonly onClose: () => void
}) {
  const searches = savedSearchesOf(useClient())
  return (
    <SearchForm
      title="searches.edit.title"
      action="action.save"
      name={search.name}
      description={search.description}
      isPublic={!search.isPrivate}
      onClose={onClose}
      onSubmit={async ({ name, description, isPublic }) => {
        if (name !== search.name || description !== search.description)
          await searches.updateSearch(search.id, { name, description })
        if (isPublic === search.isPrivate) await searches.switchPrivate(search.id, !isPublic)
        onClose()
      }}
    />
  )
}

interface SearchDraft {
  readonly name: string
  readonly description: string
  readonly isPublic: boolean
}

interface SearchFormProps extends SearchDraft {
  readonly title: 'searches.save.title' | 'searches.edit.title'
  readonly action: 'searches.save.action' | 'action.save'
  readonly onClose: () => void
  readonly onSubmit: (draft: SearchDraft) => Promise<void>
}

function SearchForm({ title, action, onClose, onSubmit, ...given }: SearchFormProps) {
  useReturnFocus()
  const intl = useIntl()
  const [draft, setDraft] = useState<SearchDraft>({
    name: given.name,
    description: given.description,
    isPublic: given.isPublic,
  })
  const [nameMissing, setNameMissing] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const values = { ...draft, name: draft.name.trim(), description: draft.description.trim() }
    setNameMissing(values.name === '')
    if (values.name === '') return
    setBusy(true)
    setFailure(null)
    try {
      await onSubmit(values)
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={<FormattedMessage id={title} />}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <TextInput
            label={<FormattedMessage id="searches.name" />}
            data-autofocus
            required
            value={draft.name}
            maxLength={200}
            error={nameMissing ? <FormattedMessage id="error.saved_search_name_missing" /> : null}
            onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          />
          <Textarea
            label={<FormattedMessage id="searches.description" />}
            description={<FormattedMessage id="searches.description.hint" />}
            value={draft.description}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={2000}
            onChange={(event) => setDraft({ ...draft, description: event.currentTarget.value })}
          />
          <Switch
            label={<FormattedMessage id="searches.public.switch" />}
            description={<FormattedMessage id="searches.public.hint" />}
            checked={draft.isPublic}
            onChange={(event) => setDraft({ ...draft, isPublic: event.currentTarget.checked })}
          />
          {failure === null ? null : (
            <Alert color="red" role="alert">
              {errorText(intl, failure)}
            </Alert>
          )}
          <DialogButtons onClose={onClose} busy={busy}>
            <FormattedMessage id={action} />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
