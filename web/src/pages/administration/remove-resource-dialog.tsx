import { calls, type EntityData } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Alert, Button, Code, Group, List, Modal, Skeleton, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../../components/return-focus/use-return-focus.ts'
import { errorText } from '../../translations/error-text.ts'
import { fieldPath, labelOf, pathOfSchema, schemaPath } from './use-schema-records.ts'

interface RemoveResourceDialogProps {
  readonly schema: EntityData
  readonly schemas: readonly EntityData[]
  readonly onClose: () => void
}

/**
 * Deletes a resource once its name was typed; while it has entries, or fields of others link to it, says
 * which.
 */
export function RemoveResourceDialog({ schema, schemas, onClose }: RemoveResourceDialogProps) {
  useReturnFocus()
  const intl = useIntl()
  const { entities, cursors } = useClient()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const name = schema.name ?? ''
  const label = labelOf(schema, intl.locale)
  const entries = useRead(
    calls.findEntities,
    { path: pathOfSchema(schema), max: 0, withAggregates: false },
    { freshMs: 0 },
  )
  const links = useRead(
    calls.findEntities,
    { path: fieldPath, max: 50, withAggregates: false, query: { target: schema.id } },
    { freshMs: 0 },
  )
  const count = entries.data?.response.total
  const linking = links.data?.response.data.flatMap((field) =>
    typeof field === 'string' || schemaOf(field) === schema.id ? [] : [field],
  )
  const isLoaded = count !== undefined && linking !== undefined
  const isUsed = isLoaded && (count > 0 || linking.length > 0)
  const remove = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (typed.trim() !== name) return
    setBusy(true)
    try {
      await entities.delete(schemaPath, schema.id)
      notifications.show({
        color: 'green',
        message: intl.formatMessage({ id: 'administration.removed' }, { name: label }),
      })
      onClose()
      await navigate({ to: '/administration', search: { section: 'schemas' } })
      await cursors.refresh('schemas')
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <FormattedMessage
          id={isUsed ? 'administration.resource.used.title' : 'administration.resource.delete.title'}
          values={{ name: label }}
        />
      }
    >
      {!isLoaded && <Skeleton h={60} />}
      {isUsed && (
        <>
          <Text fw={600} mb={4}>
            <FormattedMessage id="administration.resource.used" />
          </Text>
          <List fz="sm" withPadding>
            {count > 0 && (
              <List.Item>
                <FormattedMessage id="administration.resource.used.entries" values={{ count }} />
              </List.Item>
            )}
            {linking.map((field) => (
              <List.Item key={field.id}>
                <FormattedMessage
                  id="administration.resource.used.field"
                  values={{
                    field: labelOf(field, intl.locale),
                    resource: labelOf(
                      schemas.find(({ id }) => id === schemaOf(field)),
                      intl.locale,
                    ),
                  }}
                />
              </List.Item>
            ))}
          </List>
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={onClose} data-autofocus>
              <FormattedMessage id="action.close" />
            </Button>
          </Group>
        </>
      )}
      {isLoaded && !isUsed && (
        <form onSubmit={(event) => void remove(event)}>
          <Text mb="sm">
            <FormattedMessage id="administration.resource.delete.text" />
          </Text>
          <TextInput
            data-autofocus
            label={
              <FormattedMessage
                id="administration.resource.delete.type"
                values={{ name: <Code>{name}</Code> }}
              />
            }
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
          />
          {failure !== null && (
            <Alert color="red" mt="md" role="alert">
              {errorText(intl, failure)}
            </Alert>
          )}
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={onClose}>
              <FormattedMessage id="action.cancel" />
            </Button>
            <Button type="submit" color="red" loading={busy} disabled={typed.trim() !== name}>
              <FormattedMessage id="action.remove" values={{ name: label }} />
            </Button>
          </Group>
        </form>
      )}
    </Modal>
  )
}

function schemaOf(field: EntityData): number | undefined {
  return (field['schema'] as { readonly id?: number } | null | undefined)?.id
}
