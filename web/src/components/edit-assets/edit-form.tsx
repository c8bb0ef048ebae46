import { assetActions, type AssetAction, type Changes, type FieldHeader } from '@cartouche/client'
import { useClient, useSchema } from '@cartouche/react'
import { Button, CloseButton, Group, Select, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { assetPath } from '../../address/browse-cursor.ts'
import { errorText } from '../../translations/error-text.ts'
import type { TextId } from '../../translations/texts.ts'
import { draftOf, FieldEditor, problemOf, type Draft } from '../asset-details/field-editor.tsx'
import { changesOf, isEmptyEdit, emptyEdit, withCreatedLinks, type BulkEdit } from './bulk-edit.ts'
import { LinksEdit } from './links-edit.tsx'
import { nounOf } from './noun-of.ts'
import type { EditedItem } from './use-edit-run.ts'
import classes from './edit-assets.module.css'

interface EditFormProps {
  /** Resource path of what is edited. */
  readonly path: string
  readonly assets: readonly EditedItem[]
  /** The one list field that is offered; all without. */
  readonly only?: string | undefined
  readonly onSubmit: (changes: Changes, action: AssetAction | '') => void
  readonly onCancel: () => void
}

/**
 * What is to become of the selected assets: keywords and other lists, further fields one by one, a status.
 */
export function EditForm({ path, assets, only, onSubmit, onCancel }: EditFormProps) {
  const intl = useIntl()
  const client = useClient()
  const { session } = client
  const { fields } = useSchema(path)
  const [edit, setEdit] = useState<BulkEdit>(emptyEdit)
  const [isCreating, setCreating] = useState(false)
  /** Whether it was to be saved: what is wrong with a value is said from then on. */
  const [isTried, setTried] = useState(false)
  const editable = Object.entries(fields)
    .filter(
      ([, { cud, type, i18nFor }]) => cud.update && type !== 'binary' && type !== 'json' && i18nFor === null,
    )
    .toSorted(([, a], [, b]) => a.taborder - b.taborder)
  const lists = editable.filter(([name, { type }]) => type === 'array' && (only ?? name) === name)
  const others = editable.filter(([name, { type }]) => type !== 'array' && !(name in edit.values))
  const actions = (Object.keys(assetActions) as AssetAction[]).filter(
    (action) =>
      path === assetPath &&
      session.can(`asset/${action}`) &&
      assets.some(({ status }) =>
        (assetActions[action].from as readonly string[]).includes(status?.name ?? ''),
      ),
  )
  const submit = async (): Promise<void> => {
    if (isEmptyEdit(edit, fields)) return
    setTried(true)
    if (Object.entries(edit.values).some(([name, draft]) => problemIn(name, fields[name], draft) !== null))
      return
    setCreating(true)
    try {
      onSubmit(changesOf(await withCreatedLinks(client, edit), fields), edit.action)
    } catch (error) {
      notifications.show({ color: 'red', message: errorText(intl, error) })
    } finally {
      setCreating(false)
    }
  }
  return (
    <form
      ref={markFirstField}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap="md">
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="editMany.hint" />
        </Text>
        {lists.map(([name, header]) => (
          <LinksEdit
            key={name}
            header={header}
            edit={edit.links[name] ?? { mode: 'add', ids: [] }}
            onChange={(links) => setEdit({ ...edit, links: { ...edit.links, [name]: links } })}
          />
        ))}
        {Object.keys(edit.values).map((name) => (
          <ValueEdit
            key={name}
            name={name}
            header={fields[name]}
            edit={edit}
            isTried={isTried}
            onChange={setEdit}
          />
        ))}
        {only === undefined && (
          <Select
            label={<FormattedMessage id="editMany.field" />}
            placeholder={intl.formatMessage({ id: 'editMany.field.pick' })}
            value={null}
            searchable
            nothingFoundMessage={<FormattedMessage id="pickLinks.none" />}
            data={others.map(([value, { name: label }]) => ({ value, label }))}
            onChange={(name) => {
              const header = fields[name ?? '']
              if (name !== null && header !== undefined)
                setEdit({ ...edit, values: { ...edit.values, [name]: draftOf({ name, header }, null) } })
            }}
          />
        )}
        {only === undefined && actions.length > 0 && (
          <Select
            label={<FormattedMessage id="selection.workflow" />}
            placeholder={intl.formatMessage({ id: 'editMany.status.stays' })}
            clearable
            value={edit.action === '' ? null : edit.action}
            data={actions.map((value) => ({ value, label: intl.formatMessage({ id: `workflow.${value}` }) }))}
            onChange={(action) => setEdit({ ...edit, action: (action ?? '') as BulkEdit['action'] })}
          />
        )}
        <Group justify="flex-end" className={classes.foot}>
          <Button variant="default" onClick={onCancel}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button type="submit" loading={isCreating} disabled={isEmptyEdit(edit, fields)}>
            <FormattedMessage id="editMany.start" values={{ count: assets.length, noun: nounOf(path) }} />
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/**
 * Gives the panel's first field the focus, not its close button. The attribute is set here, as the radios of
 * a list's operation take none.
 */
function markFirstField(form: HTMLFormElement | null): void {
  form?.querySelector('input:checked, input:not([type="radio"])')?.setAttribute('data-autofocus', 'true')
}

/** What is wrong with a value that a field is to get. */
function problemIn(name: string, header: FieldHeader | undefined, draft: Draft): TextId | null {
  return header === undefined ? null : problemOf({ name, header }, draft)
}

function ValueEdit({
  name,
  header,
  edit,
  isTried,
  onChange,
}: {
  readonly name: string
  readonly header: FieldHeader | undefined
  readonly edit: BulkEdit
  readonly isTried: boolean
  readonly onChange: (edit: BulkEdit) => void
}) {
  const intl = useIntl()
  if (header === undefined) return null
  const draft = edit.values[name] ?? ''
  const problem = isTried ? problemIn(name, header, draft) : null
  const leave = (): void => {
    const { [name]: _left, ...values } = edit.values
    onChange({ ...edit, values })
  }
  return (
    <div className={classes.value}>
      <div className={classes.editor}>
        <FieldEditor
          field={{ name, header }}
          draft={draft}
          links={null}
          onDraft={(next) => onChange({ ...edit, values: { ...edit.values, [name]: next } })}
          onEscape={leave}
          error={problem === null ? undefined : <FormattedMessage id={problem} />}
        />
        {(draft === '' || (Array.isArray(draft) && draft.length === 0)) && (
          <Text fz="sm" c="dimmed" mt={4}>
            <FormattedMessage id="editMany.emptied" />
          </Text>
        )}
      </div>
      <CloseButton
        onClick={leave}
        aria-label={intl.formatMessage({ id: 'action.remove' }, { name: header.name })}
      />
    </div>
  )
}
