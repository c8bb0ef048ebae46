import { calls, type EntityData } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Drawer, Skeleton, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { useReturnFocus } from '../../components/return-focus/use-return-focus.ts'
import {
  changesBetween,
  createOfDraft,
  draftOfField,
  newField,
  variantOfDraft,
  type FieldDraft,
} from './field-draft.ts'
import { FieldForm } from './field-form.tsx'
import { fieldPath, labelOf, useFollowSchema } from './use-schema-records.ts'

interface FieldDrawerProps {
  /** The field that is changed; null for a new one. */
  readonly field: EntityData | null
  readonly schema: EntityData
  readonly schemas: readonly EntityData[]
  readonly fields: readonly EntityData[]
  readonly onClose: () => void
}

/**
 * Makes or changes one field, and its variant in French where it is by language. It is read with both labels
 * first.
 */
export function FieldDrawer({ field, schema, schemas, fields, onClose }: FieldDrawerProps) {
  useReturnFocus()
  const intl = useIntl()
  const client = useClient()
  const { entities } = client
  const follow = useFollowSchema(schema)
  const [draft, setDraft] = useState<FieldDraft | null>(field === null ? newField : null)
  const [failure, setFailure] = useState<unknown>(null)
  const id = field?.id
  useEffect(() => {
    if (id === undefined) return
    // As it is stored: the record in the list keeps the label of the reader's language.
    client
      .call(calls.getEntity, { path: fieldPath, id, i18n: false })
      .then(({ response }) => setDraft(draftOfField(response.data)), setFailure)
  }, [client, id])
  const save = async (next: FieldDraft): Promise<void> => {
    if (field === null) await entities.create(fieldPath, createOfDraft(next, schema.id))
    else if (draft !== null) await entities.patch(fieldPath, field.id, changesBetween(draft, next))
    const isVariantMissing = next.i18n && !fields.some((one) => one['i18nfor'] === next.name.trim())
    // Both labels are given, whatever the language of whoever makes it.
    const labels = {
      label: `${next.label.trim()} in French`,
      labelFr: `${next.labelFr.trim() || next.label.trim()} en français`,
    }
    if (isVariantMissing && !(field?.['builtin'] === true))
      await entities.create(fieldPath, variantOfDraft(next, schema.id, labels))
    await follow()
    notifications.show({
      color: 'green',
      message: intl.formatMessage({ id: 'entries.saved' }, { name: next.label }),
    })
    onClose()
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(100%, 460px)"
      title={
        field === null ? (
          <FormattedMessage id="administration.add" />
        ) : (
          <FormattedMessage id="entries.edit" values={{ name: labelOf(field, intl.locale) }} />
        )
      }
    >
      {draft !== null ? (
        <FieldForm
          field={field}
          draft={draft}
          schema={schema}
          schemas={schemas}
          fields={fields}
          onSave={save}
          onCancel={onClose}
        />
      ) : failure !== null ? (
        <ErrorViewOf error={failure} />
      ) : (
        <Stack>
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} h={32} />
          ))}
        </Stack>
      )}
    </Drawer>
  )
}
