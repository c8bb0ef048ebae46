import type { Asset } from '@cartouche/contract'
import { draftsOf, isApiError, type Changes } from '@cartouche/client'
import { useClient, useSchema } from '@cartouche/react'
import { ActionIcon, Button, Group, Stack, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import { useFocusAfterEdit } from '../return-focus/use-focus-after-edit.ts'
import { fieldForLanguage, isEmptyValue, valueAt, type RecordField } from './asset-fields.ts'
import { EditProblem } from './edit-problem.tsx'
import { draftOf, FieldEditor, problemOf, valueOfDraft, type Draft } from './field-editor.tsx'
import { FieldValue } from './field-value.tsx'
import { createNewLinks } from './new-links.ts'
import classes from './asset-details.module.css'
import { languageOf } from '../../translations/languages.ts'

const assetPath = 'dam/data/asset'

export interface EditableFieldProps {
  readonly asset: Asset
  readonly field: RecordField
  readonly canEdit: boolean
}

/**
 * One field with its label, edited in place by those who may: Enter saves, Esc leaves it as it was. The new
 * value is seen at once and taken back when the server refuses; when someone else was faster the text stays
 * in the field and the record is read again.
 */
export function EditableField({ asset, field, canEdit }: EditableFieldProps) {
  const intl = useIntl()
  const client = useClient()
  const { entities } = client
  const schema = useSchema(assetPath)
  const value = valueAt(asset, field.name)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  /** Whether it was to be saved: what is wrong with it is said from then on. */
  const [isTried, setTried] = useState(false)
  const root = useFocusAfterEdit(draft !== null)
  const { name: label } = field.header
  const editable = canEdit && field.header.cud.update
  if (!editable && isEmptyValue(value)) return null

  const close = (): void => {
    setDraft(null)
    setTried(false)
    setFailure(null)
  }
  /** On the buttons of the form: the key closes what is edited, not the asset. */
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    close()
  }
  /** A file travels in a form, as drafts do. */
  const saveFile = async (change: Changes): Promise<void> => {
    const drafts = draftsOf(client)
    drafts.edit(assetPath, asset.id, change)
    await drafts.save(assetPath, asset.id)
  }
  const save = async (kept: Draft): Promise<void> => {
    setTried(true)
    if (problemOf(field, kept) !== null) return
    setDraft(null)
    setTried(false)
    if (JSON.stringify(kept) === JSON.stringify(draftOf(field, value))) return close()
    try {
      const name = fieldForLanguage(schema, field.name, languageOf(intl.locale))
      const change = await createNewLinks(client, { [name]: valueOfDraft(field, kept) })
      if (kept instanceof File) await saveFile(change)
      else await entities.patch(assetPath, asset.id, change)
      setFailure(null)
    } catch (error) {
      setDraft(kept)
      setFailure(error)
      if (isApiError(error, 'version_conflict'))
        void entities.fetch(assetPath, asset.id, { withRights: true })
    }
  }
  if (draft === null) {
    return (
      <div ref={root} className={classes.field}>
        <dt className={classes.label}>{label}</dt>
        <dd className={classes.value}>
          {isEmptyValue(value) ? (
            <UnstyledButton c="dimmed" fz="sm" onClick={() => setDraft(draftOf(field, value))}>
              <FormattedMessage id="asset.empty" />
              <VisuallyHidden>{intl.formatMessage({ id: 'asset.edit' }, { field: label })}</VisuallyHidden>
            </UnstyledButton>
          ) : (
            <FieldValue field={field} value={value} />
          )}
          {editable && !isEmptyValue(value) && (
            <Tooltip label={<FormattedMessage id="action.edit" />}>
              <ActionIcon
                size={24}
                className={classes.pencil}
                onClick={() => setDraft(draftOf(field, value))}
                aria-label={intl.formatMessage({ id: 'asset.edit' }, { field: label })}
              >
                <IconPencil size={14} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          )}
        </dd>
      </div>
    )
  }
  const problem = isTried ? problemOf(field, draft) : null
  return (
    <div ref={root} className={classes.field}>
      <dt>
        <VisuallyHidden>{label}</VisuallyHidden>
      </dt>
      <dd className={classes.editing}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void save(draft)
          }}
        >
          <Stack gap={6}>
            <FieldEditor
              field={field}
              draft={draft}
              onDraft={setDraft}
              links={value}
              onEscape={close}
              error={problem === null ? undefined : <FormattedMessage id={problem} />}
            />
            {failure === null ? null : <EditProblem error={failure} />}
            <Group gap={6}>
              <Button type="submit" size="compact-sm" onKeyDown={closeOnEscape}>
                <FormattedMessage id="action.save" />
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                onClick={close}
                onKeyDown={closeOnEscape}
              >
                <FormattedMessage id="action.cancel" />
              </Button>
            </Group>
          </Stack>
        </form>
      </dd>
    </div>
  )
}
