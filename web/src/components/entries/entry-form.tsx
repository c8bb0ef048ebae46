import {
  draftsOf,
  entityKey,
  isApiError,
  type Changes,
  type EntityData,
  type FieldPermissions,
} from '@cartouche/client'
import { useClient, useDraft, useSchema } from '@cartouche/react'
import { Alert, Button, Fieldset, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useEffect, useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { textOr } from '../../translations/error-text.ts'
import { nameLanguages, type RecordField } from '../asset-details/asset-fields.ts'
import { EditProblem } from '../asset-details/edit-problem.tsx'
import { draftOf, FieldEditor, problemOf, valueOfDraft, type Draft } from '../asset-details/field-editor.tsx'
import { createNewLinks, namesNewLink } from '../asset-details/new-links.ts'
import { FieldValue } from '../asset-details/field-value.tsx'
import { ErrorViewOf } from '../error-view/error-view.tsx'
import { formGroups, missingOf } from './entry-fields.ts'
import { EntryWorkflow } from './entry-workflow.tsx'

interface EntryFormProps {
  readonly path: string
  /** Number of an entry; a text for one that is still to be made. */
  readonly id: number | string
  /** What a new entry begins with; links as `{id, name}`. */
  readonly values?: Changes
  readonly onSaved: (entry: EntityData) => void
  readonly onClose: () => void
}

/** What a form rests on: the entry as it is stored, and what may be done with each field. */
interface Ground {
  readonly stored: Readonly<Record<string, unknown>>
  readonly permissions: Readonly<Record<string, FieldPermissions>>
}

/**
 * The form of an entry, made of its schema, with the rights of each field. What is typed stays a draft until
 * it is saved, or canceled by the button: Escape alone loses nothing.
 */
export function EntryForm(props: EntryFormProps) {
  const { path, id, values } = props
  const client = useClient()
  const [ground, setGround] = useState<Ground | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [revision, setRevision] = useState(0)
  useEffect(() => {
    const open = async (): Promise<Ground> => {
      const drafts = draftsOf(client)
      // The server is asked about the draft, and knows nothing of what it is to create.
      const typed = Object.entries(drafts.get(entityKey(path, id)).values)
      const unknown = typed.filter(([, value]) => namesNewLink(value)).map(([name]) => name)
      if (unknown.length > 0) drafts.reset(path, id, unknown)
      if (typeof id === 'string') {
        if (values && !drafts.get(entityKey(path, id)).dirty) drafts.edit(path, id, values)
        return { stored: { ...values }, permissions: (await drafts.simulate(path, id)).$faces ?? {} }
      }
      const { data, error } = await client.entities.fetch(path, id, { forUpdate: true, withRights: true })
      if (data === null || (error !== null && data['$rights'] === undefined))
        throw error ?? new Error(String(id))
      const mayUpdate = (data['$rights'] as { update?: boolean } | undefined)?.update === true
      return { stored: data, permissions: mayUpdate ? ((await drafts.simulate(path, id)).$faces ?? {}) : {} }
    }
    void open().then(setGround, setFailure)
    // What a new entry begins with is read once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the values are those of the moment in which the form opens
  }, [client, path, id, revision])
  if (failure !== null) return <ErrorViewOf error={failure} />
  return ground === null ? (
    <Stack>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} h={36} />
      ))}
    </Stack>
  ) : (
    <Fields {...props} ground={ground} onActed={() => setRevision(revision + 1)} />
  )
}

function Fields({
  path,
  id,
  onSaved,
  onClose,
  onActed,
  ground: { stored, permissions },
}: EntryFormProps & { readonly ground: Ground; readonly onActed: () => void }) {
  const intl = useIntl()
  const client = useClient()
  const { schemas, entities } = client
  const schema = useSchema(path)
  const draft = useDraft(path, id)
  const [texts, setTexts] = useState<Readonly<Record<string, Draft>>>({})
  const [isTried, setTried] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [removed, setRemoved] = useState<readonly string[]>([])
  const isNew = typeof id === 'string'
  const groups = formGroups(schema, permissions, isNew).map((group) => ({
    ...group,
    fields: nameLanguages(intl, group.fields),
  }))
  const known = new Map(groups.flatMap(({ fields }) => fields.map((field) => [field.name, field] as const)))
  const valueOf = (name: string): unknown =>
    name in draft.values
      ? draft.values[name]
      : (stored[name] ?? (isNew ? schema.fields[name]?.cud.defaultCreate : null))
  const textOf = (field: RecordField): Draft => texts[field.name] ?? draftFrom(field, valueOf(field.name))
  const problems = new Map(
    [...known.values()].flatMap((field) => {
      const problem = problemOf(field, textOf(field))
      return problem === null ? [] : [[field.name, intl.formatMessage({ id: problem })] as const]
    }),
  )
  const missing = missingOf(groups, permissions, valueOf)
  const change = (field: RecordField, next: Draft): void => {
    setTexts((now) => ({ ...now, [field.name]: next }))
    draft.actions.edit({ [field.name]: valueOfDraft(field, next) })
  }
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    if (missing.length > 0 || problems.size > 0) return
    setFailure(null)
    try {
      // Fields that were removed since they were typed in are no part of it any more.
      const gone = Object.keys(draft.values).filter((name) => !(name in schema.fields))
      if (gone.length > 0) draft.actions.reset(gone)
      const kept = Object.entries(draft.values).filter(([name]) => !gone.includes(name))
      draft.actions.edit(await createNewLinks(client, Object.fromEntries(kept)))
      onSaved(await draft.actions.save())
    } catch (error) {
      setFailure(error)
      if (isApiError(error, 'version_conflict') && !isNew)
        void entities.fetch(path, id, { forUpdate: true, withRights: true })
      if (isApiError(error, 'unknown_field')) await forgetRemoved(String(error.data['field']))
    }
  }
  const forgetRemoved = async (name: string): Promise<void> => {
    setFailure(null)
    setRemoved((now) => [...now, schema.fields[name]?.name ?? name])
    draft.actions.reset([name])
    await schemas.refresh(path).catch(() => undefined)
  }
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack gap="md">
        {!isNew && isStatus(stored['status']) && (
          <EntryWorkflow
            path={path}
            id={id}
            status={stored['status']}
            actions={(stored['$rights'] as { workflow?: readonly string[] } | undefined)?.workflow ?? []}
            onActed={onActed}
          />
        )}
        {groups.map(({ id: group, fields }) => (
          <Group
            key={group}
            component={groups.length > 1 ? Fieldset : 'div'}
            display="block"
            {...(groups.length > 1
              ? {
                  legend: textOr(
                    intl,
                    `field.group.${group}`,
                    intl.formatMessage({ id: 'field.group.other' }, { number: group }),
                  ),
                }
              : {})}
          >
            <Stack gap="sm">
              {fields.map((field) =>
                isNew || permissions[field.name]?.editable === true ? (
                  <FieldEditor
                    key={field.name}
                    field={field}
                    draft={textOf(field)}
                    links={valueWithNames(stored[field.name], valueOf(field.name))}
                    onDraft={(next) => change(field, next)}
                    onEscape={onClose}
                    focus={field === fields[0] && group === groups[0]?.id}
                    required={permissions[field.name]?.mandatory === true}
                    error={
                      isTried
                        ? (problems.get(field.name) ??
                          (missing.includes(field.name)
                            ? intl.formatMessage({ id: 'entries.needed' })
                            : undefined))
                        : undefined
                    }
                  />
                ) : (
                  <ReadOnly key={field.name} field={field} value={stored[field.name]} />
                ),
              )}
            </Stack>
          </Group>
        ))}
        {removed.length > 0 && (
          <Alert color="yellow" role="alert">
            <FormattedMessage id="entries.fieldRemoved" values={{ fields: removed.join(', ') }} />
          </Alert>
        )}
        {failure !== null && <EditProblem error={failure} />}
        <Group justify="flex-end" gap="sm">
          <Button
            variant="default"
            onClick={() => {
              draft.actions.reset()
              onClose()
            }}
          >
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button type="submit" loading={draft.status === 'fetching'} disabled={!isNew && !draft.dirty}>
            <FormattedMessage id="action.save" />
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function isStatus(value: unknown): value is { readonly id: number; readonly name: string } {
  return typeof value === 'object' && value !== null && 'name' in value && 'id' in value
}

function ReadOnly({ field, value }: { readonly field: RecordField; readonly value: unknown }) {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return null
  return (
    <Stack gap={2}>
      <Text fz="sm" fw={500}>
        {field.header.name}
      </Text>
      <Text fz="sm" component="div">
        <FieldValue field={field} value={value} />
      </Text>
    </Stack>
  )
}

/** Links of a draft may be ids alone. */
function draftFrom(field: RecordField, value: unknown): Draft {
  const links = [value].flat()
  if (
    (field.header.type === 'array' || field.header.type === 'object') &&
    links.every((one) => typeof one === 'number')
  )
    return links
  return draftOf(field, value)
}

function valueWithNames(stored: unknown, value: unknown): unknown {
  return [stored, value].flat().filter((one) => typeof one === 'object' && one !== null)
}
