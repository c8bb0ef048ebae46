import type { EntityData, FieldType } from '@cartouche/client'
import { Alert, Button, Group, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText, textOr } from '../../translations/error-text.ts'
import type { TextId } from '../../translations/texts.ts'
import { codeOf } from './code-of.ts'
import { can, offeredTypes, typesAfter, type FieldDraft } from './field-draft.ts'
import { groupIds } from './field-groups.ts'
import { fieldMoments, FieldRules } from './field-rules.tsx'
import { useFieldForm } from './use-field-form.tsx'
import { labelOf } from './use-schema-records.ts'

interface FieldFormProps {
  /** The stored field; null for a new one. */
  readonly field: EntityData | null
  readonly draft: FieldDraft
  readonly schema: EntityData
  readonly schemas: readonly EntityData[]
  /** The fields of the schema. */
  readonly fields: readonly EntityData[]
  /** Rejects where the server refuses: the form stays as it is and says why. */
  readonly onSave: (draft: FieldDraft) => Promise<void>
  readonly onCancel: () => void
}

const weights = ['A', 'B', 'C', 'D'] as const

/**
 * The form of a field. What its type cannot do is not offered; what a stored field cannot become any more is
 * reported.
 */
export function FieldForm({ field, draft, schema, schemas, fields, onSave, onCancel }: FieldFormProps) {
  const intl = useIntl()
  const text = (id: TextId): string => intl.formatMessage({ id })
  const [failure, setFailure] = useState<unknown>(null)
  const [isNamed, setNamed] = useState(false)
  const form = useFieldForm(draft, field === null)
  const { type, target } = form.values
  const isBuiltIn = field?.['builtin'] === true
  const types = field === null ? offeredTypes : isBuiltIn ? [draft.type] : typesAfter(draft.type)
  const check = (name: 'i18n' | 'tree' | 'facet' | 'sortable' | 'mandatoryStructure') =>
    form.getInputProps(name, { type: 'checkbox' })
  const variant = fields.find((one) => one['i18nfor'] === draft.name && draft.name !== '')
  const otherParent = fields.find((one) => one['tree'] === true && one.id !== field?.id)
  const isOwn = target === String(schema.id)
  const submit = async (values: FieldDraft): Promise<void> => {
    setFailure(null)
    await onSave(values).catch(setFailure)
  }
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            withAsterisk
            maxLength={200}
            label={<FormattedMessage id="administration.label.en" />}
            {...form.getInputProps('label')}
            data-autofocus={field === null || undefined}
            onChange={(event) => {
              const { value } = event.currentTarget
              form.setFieldValue('label', value)
              // Its name follows until it is typed.
              if (field === null && !isNamed) form.setFieldValue('name', codeOf(value).replaceAll('-', ''))
            }}
          />
          <TextInput
            maxLength={200}
            label={<FormattedMessage id="administration.label.fr" />}
            {...form.getInputProps('labelFr')}
          />
        </SimpleGrid>
        {field === null ? (
          <TextInput
            withAsterisk
            label={<FormattedMessage id="administration.name" />}
            description={<FormattedMessage id="administration.name.hint" />}
            {...form.getInputProps('name')}
            onChange={(event) => {
              setNamed(event.currentTarget.value !== '')
              form.setFieldValue('name', event.currentTarget.value)
            }}
          />
        ) : (
          <TextInput
            disabled
            label={<FormattedMessage id="administration.name" />}
            description={<FormattedMessage id="administration.name.stays" />}
            value={draft.name}
          />
        )}
        <Select
          label={<FormattedMessage id="administration.type" />}
          allowDeselect={false}
          data={types.map((value: FieldType) => ({ value, label: text(`fieldType.${value}`) }))}
          disabled={types.length === 1}
          description={
            field === null ? null : (
              <FormattedMessage
                id={
                  isBuiltIn
                    ? 'administration.type.builtin'
                    : types.length === 1
                      ? 'administration.type.stays'
                      : 'administration.type.some'
                }
              />
            )
          }
          {...form.getInputProps('type')}
        />
        {can.link(type) && (
          <Select
            withAsterisk
            label={<FormattedMessage id="administration.target" />}
            searchable
            disabled={field !== null}
            description={field === null ? null : <FormattedMessage id="administration.target.stays" />}
            data={schemas.map((one) => ({ value: String(one.id), label: labelOf(one, intl.locale) }))}
            {...form.getInputProps('target')}
          />
        )}
        {type === 'object' && isOwn && (
          <Switch
            label={<FormattedMessage id="administration.tree" />}
            description={
              <FormattedMessage
                id={
                  isBuiltIn
                    ? 'administration.tree.builtin'
                    : otherParent
                      ? 'administration.tree.other'
                      : 'administration.tree.hint'
                }
                values={{ name: labelOf(otherParent, intl.locale) }}
              />
            }
            disabled={isBuiltIn || otherParent !== undefined}
            {...check('tree')}
          />
        )}
        {can.i18n(type) && draft.name.includes('_') === false && (
          <Switch
            label={<FormattedMessage id="administration.i18n" />}
            description={
              <FormattedMessage
                id={
                  variant
                    ? 'administration.i18n.variant'
                    : isBuiltIn
                      ? 'administration.i18n.builtin'
                      : 'administration.i18n.hint'
                }
                values={{ name: labelOf(variant, intl.locale) }}
              />
            }
            disabled={isBuiltIn || variant !== undefined}
            {...check('i18n')}
          />
        )}
        {can.facet(type) && (
          <Switch
            label={<FormattedMessage id="administration.facet" />}
            description={<FormattedMessage id="administration.facet.hint" />}
            {...check('facet')}
          />
        )}
        {can.sort(type) && (
          <Switch label={<FormattedMessage id="administration.sortable" />} {...check('sortable')} />
        )}
        {can.fulltext(type) && (
          <Select
            label={<FormattedMessage id="administration.fulltext" />}
            clearable
            placeholder={text('administration.fulltext.none')}
            data={weights.map((value) => ({ value, label: text(`administration.fulltext.${value}`) }))}
            {...form.getInputProps('fulltext')}
            value={form.values.fulltext === '' ? null : form.values.fulltext}
            onChange={(value) => form.setFieldValue('fulltext', value ?? '')}
          />
        )}
        <Select
          label={<FormattedMessage id="administration.group" />}
          allowDeselect={false}
          data={[...new Set([...groupIds.map(String), form.values.group])].map((value) => ({
            value,
            label: textOr(
              intl,
              `field.group.${value}`,
              intl.formatMessage({ id: 'field.group.other' }, { number: Number(value) }),
            ),
          }))}
          {...form.getInputProps('group')}
        />
        {fieldMoments.map((moment) => (
          <FieldRules key={moment} moment={moment} form={form} isBuiltIn={isBuiltIn} schemas={schemas} />
        ))}
        <Switch
          label={<FormattedMessage id="administration.mandatoryStructure" />}
          description={<FormattedMessage id="administration.mandatoryStructure.hint" />}
          disabled={isBuiltIn}
          {...check('mandatoryStructure')}
        />
        {failure !== null && (
          <Alert color="red" title={<FormattedMessage id="administration.refusedChange" />}>
            {errorText(intl, failure)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button type="submit" loading={form.submitting}>
            <FormattedMessage id="action.save" />
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
