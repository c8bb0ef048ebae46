import type { Asset } from '@cartouche/contract'
import { isApiError } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { ActionIcon, Alert, Button, Group, Stack, Text, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { isEmptyValue, valueAt, type RecordField } from './asset-fields.ts'
import { draftOf, FieldEditor, valueOfDraft, type Draft } from './field-editor.tsx'
import { FieldValue } from './field-value.tsx'
import classes from './asset-details.module.css'

const assetPath = 'dam/data/asset'

export interface EditableFieldProps {
  readonly asset: Asset
  readonly field: RecordField
  readonly canEdit: boolean
}

/**
 * One field with its label, edited in place by those who may: Enter saves, Esc lets go. The new value is seen at once and taken back when the
 * server refuses; when someone else was faster the text stays in the field and the record is read anew.
 */
export function EditableField({ asset, field, canEdit }: EditableFieldProps) {
  const intl = useIntl()
  const { entities } = useClient()
  const value = valueAt(asset, field.name)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const { name: label } = field.header
  const editable = canEdit && field.header.cud.update
  if (!editable && isEmptyValue(value)) return null

  const close = (): void => {
    setDraft(null)
    setFailure(null)
  }
  const save = async (kept: Draft): Promise<void> => {
    setDraft(null)
    if (JSON.stringify(kept) === JSON.stringify(draftOf(field, value))) return close()
    try {
      await entities.patch(assetPath, asset.id, { [field.name]: valueOfDraft(field, kept) })
      setFailure(null)
    } catch (error) {
      setDraft(kept)
      setFailure(error)
      if (isApiError(error, 'version_conflict')) void entities.fetch(assetPath, asset.id, { withRights: true })
    }
  }
  if (draft === null) {
    return (
      <div className={classes.field}>
        <dt className={classes.label}>{label}</dt>
        <dd className={classes.value}>
          {isEmptyValue(value)
            ? <UnstyledButton c="dimmed" fz="sm" onClick={() => setDraft(draftOf(field, value))}><FormattedMessage id="asset.empty" /><VisuallyHidden>{intl.formatMessage({ id: 'asset.edit' }, { field: label })}</VisuallyHidden></UnstyledButton>
            : <FieldValue field={field} value={value} />}
          {editable && !isEmptyValue(value) && (
            <Tooltip label={<FormattedMessage id="action.edit" />}>
              <ActionIcon size={24} className={classes.pencil} onClick={() => setDraft(draftOf(field, value))} aria-label={intl.formatMessage({ id: 'asset.edit' }, { field: label })}><IconPencil size={14} stroke={1.7} /></ActionIcon>
            </Tooltip>
          )}
        </dd>
      </div>
    )
  }
  return (
    <form className={classes.field} onSubmit={(event) => { event.preventDefault(); void save(draft) }}>
      <Stack gap={6}>
        <FieldEditor field={field} draft={draft} onDraft={setDraft} links={value} onEscape={close} />
        {failure === null ? null : <Problem error={failure} />}
        <Group gap={6}>
          <Button type="submit" size="compact-sm"><FormattedMessage id="action.save" /></Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={close}><FormattedMessage id="action.cancel" /></Button>
        </Group>
      </Stack>
    </form>
  )
}

function Problem({ error }: { readonly error: unknown }) {
  const intl = useIntl()
  if (!isApiError(error, 'version_conflict')) return <Alert color="red" p="xs" role="alert">{errorText(intl, error)}</Alert>
  return (
    <Alert color="yellow" p="xs" role="alert" title={<FormattedMessage id="asset.conflict.title" />}>
      <Text fz="sm"><FormattedMessage id="asset.conflict.text" /></Text>
    </Alert>
  )
}
