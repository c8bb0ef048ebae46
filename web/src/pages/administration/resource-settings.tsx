import { calls, workflowsOf, type EntityData } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Alert, Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { linksOf } from '../../components/asset-details/asset-fields.ts'
import { EditProblem } from '../../components/asset-details/edit-problem.tsx'
import { LinkEditor } from '../../components/asset-details/link-editor.tsx'
import { errorText } from '../../translations/error-text.ts'
import { moveTo, ordersFor } from './record-order.ts'
import { ImportSettings } from './import-settings.tsx'
import { MarkSettings } from './mark-settings.tsx'
import { PurgeFields } from './purge-fields.tsx'
import { RemoveResourceDialog } from './remove-resource-dialog.tsx'
import { rolePath, schemaPath, useFollowSchema } from './use-schema-records.ts'
import classes from './administration.module.css'

interface ResourceSettingsProps {
  readonly schema: EntityData
  readonly schemas: readonly EntityData[]
}

/**
 * A resource itself: its labels, who sees and changes its entries, imports, its place, its search, and its
 * end.
 */
export function ResourceSettings({ schema, schemas }: ResourceSettingsProps) {
  // As it is stored: the record beside it holds the label of the reader's language alone.
  const stored = useRead(calls.getEntity, { path: schemaPath, id: schema.id, i18n: false }, { freshMs: 0 })
    .data?.response.data
  const [removing, setRemoving] = useState(false)
  const isBuiltIn = schema['builtin'] === true
  return (
    <div className={classes.settings}>
      {stored === undefined ? <Skeleton h={160} /> : <LabelsForm schema={schema} stored={stored} />}
      {stored !== undefined && hasImports(stored) && <ImportSettings schema={schema} stored={stored} />}
      {stored !== undefined && typeof stored['importfield'] === 'string' && (
        <MarkSettings schema={schema} stored={stored} />
      )}
      <Place schema={schema} schemas={schemas} />
      <SearchAnew schema={schema} />
      <PurgeFields schema={schema} />
      <section>
        <Title order={2} fz="md">
          <FormattedMessage id="administration.resource.delete" />
        </Title>
        <Text fz="sm" c="dimmed" my="xs">
          <FormattedMessage
            id={isBuiltIn ? 'administration.resource.delete.builtin' : 'administration.resource.delete.hint'}
          />
        </Text>
        {!isBuiltIn && (
          <Button color="red" onClick={() => setRemoving(true)}>
            <FormattedMessage id="administration.resource.delete" />
          </Button>
        )}
      </section>
      {removing && (
        <RemoveResourceDialog schema={schema} schemas={schemas} onClose={() => setRemoving(false)} />
      )}
    </div>
  )
}

/** People, roles and schemas are made by the administration alone. */
function hasImports(stored: EntityData): boolean {
  return stored['builtin'] !== true || stored['domain'] !== 'data'
}

function LabelsForm({ schema, stored }: { readonly schema: EntityData; readonly stored: EntityData }) {
  const intl = useIntl()
  const { entities, cursors } = useClient()
  const follow = useFollowSchema(schema)
  const textOf = (name: string): string => (typeof stored[name] === 'string' ? stored[name] : '')
  const [label, setLabel] = useState(textOf('label'))
  const [labelFr, setLabelFr] = useState(textOf('label_fr'))
  const [readers, setReaders] = useState<readonly number[]>(linksOf(stored['readers']).map(({ id }) => id))
  const [writers, setWriters] = useState<readonly number[]>(linksOf(stored['writers']).map(({ id }) => id))
  const [failure, setFailure] = useState<unknown>(null)
  const isBuiltIn = schema['builtin'] === true
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (label.trim() === '') return
    setFailure(null)
    try {
      await entities.patch(schemaPath, schema.id, {
        label: label.trim(),
        label_fr: labelFr.trim() || null,
        ...(isBuiltIn ? {} : { readers, writers }),
      })
      await Promise.all([follow(), cursors.refresh('schemas')])
      notifications.show({
        color: 'green',
        message: intl.formatMessage({ id: 'entries.saved' }, { name: label }),
      })
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack gap="sm" maw={520}>
        <TextInput
          withAsterisk
          maxLength={200}
          label={<FormattedMessage id="administration.label.en" />}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
          error={label.trim() === '' ? <FormattedMessage id="administration.label.problem" /> : null}
        />
        <TextInput
          maxLength={200}
          label={<FormattedMessage id="administration.label.fr" />}
          value={labelFr}
          onChange={(event) => setLabelFr(event.currentTarget.value)}
        />
        {isBuiltIn ? (
          <Text fz="sm" c="dimmed">
            <FormattedMessage id="administration.roles.builtin" />
          </Text>
        ) : (
          <>
            <LinkEditor
              label={intl.formatMessage({ id: 'administration.readers' })}
              placeholder={intl.formatMessage({ id: 'administration.roles.none' })}
              path={rolePath}
              single={false}
              ids={readers}
              known={linksOf(stored['readers'])}
              onIds={setReaders}
              onKeyDown={() => {}}
            />
            <LinkEditor
              label={intl.formatMessage({ id: 'administration.writers' })}
              placeholder={intl.formatMessage({ id: 'administration.roles.none' })}
              path={rolePath}
              single={false}
              ids={writers}
              known={linksOf(stored['writers'])}
              onIds={setWriters}
              onKeyDown={() => {}}
            />
          </>
        )}
        {failure !== null && <EditProblem error={failure} />}
        <Group>
          <Button type="submit">
            <FormattedMessage id="action.save" />
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Where the resource stands among the others. */
function Place({ schema, schemas }: ResourceSettingsProps) {
  const intl = useIntl()
  const { entities, cursors } = useClient()
  const [busy, setBusy] = useState(false)
  const at = schemas.findIndex(({ id }) => id === schema.id)
  const move = async (by: 1 | -1): Promise<void> => {
    setBusy(true)
    const placed = moveTo(schemas, schema.id, at + by).map((one) => ({
      id: one.id,
      order: typeof one['position'] === 'number' ? one['position'] : 100,
    }))
    try {
      await Promise.all(
        [...ordersFor(placed, schema.id)].map(([id, position]) =>
          entities.patch(schemaPath, id, { position }),
        ),
      )
    } catch (error) {
      notifications.show({ color: 'red', message: errorText(intl, error) })
    }
    await cursors.refresh('schemas')
    setBusy(false)
  }
  return (
    <section>
      <Title order={2} fz="md" mb="xs">
        <FormattedMessage id="administration.place" values={{ place: at + 1, count: schemas.length }} />
      </Title>
      <Group gap="xs">
        <Button variant="default" size="sm" disabled={busy || at <= 0} onClick={() => void move(-1)}>
          <FormattedMessage id="administration.place.up" />
        </Button>
        <Button
          variant="default"
          size="sm"
          disabled={busy || at >= schemas.length - 1}
          onClick={() => void move(1)}
        >
          <FormattedMessage id="administration.place.down" />
        </Button>
      </Group>
    </section>
  )
}

function SearchAnew({ schema }: { readonly schema: EntityData }) {
  const client = useClient()
  const [failure, setFailure] = useState<unknown>(null)
  const intl = useIntl()
  const start = async (): Promise<void> => {
    setFailure(null)
    await workflowsOf(client).take(schemaPath, [schema.id], 'reproject').catch(setFailure)
    await client.entities.fetch(schemaPath, schema.id)
  }
  return (
    <section>
      <Title order={2} fz="md">
        <FormattedMessage id="administration.reproject" />
      </Title>
      <Text fz="sm" c="dimmed" my="xs">
        <FormattedMessage id="administration.reproject.hint" />
      </Text>
      {failure !== null && (
        <Alert color="red" mb="xs">
          {errorText(intl, failure)}
        </Alert>
      )}
      <Button variant="default" size="sm" onClick={() => void start()}>
        <FormattedMessage id="administration.reproject.start" />
      </Button>
    </section>
  )
}
