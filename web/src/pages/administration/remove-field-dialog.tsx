import { calls, type EntityData } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../../components/return-focus/use-return-focus.ts'
import { errorText } from '../../translations/error-text.ts'
import { fieldPath, labelOf, pathOfSchema, useFollowSchema } from './use-schema-records.ts'

/** Asks before a field is removed, and says how many entities have a value in it. */
export function RemoveFieldDialog({
  field,
  schema,
  onClose,
}: {
  readonly field: EntityData
  readonly schema: EntityData
  readonly onClose: () => void
}) {
  useReturnFocus()
  const intl = useIntl()
  const { entities } = useClient()
  const follow = useFollowSchema(schema)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const label = labelOf(field, intl.locale)
  const filled = useRead(
    calls.findEntities,
    {
      path: pathOfSchema(schema),
      max: 0,
      withAggregates: false,
      query: { [field.name ?? '']: { neq: null } },
    },
    { freshMs: 0 },
  )
  const count = filled.data?.response.total
  const remove = async (): Promise<void> => {
    setBusy(true)
    try {
      await entities.delete(fieldPath, field.id)
      await follow()
      notifications.show({
        color: 'green',
        message: intl.formatMessage({ id: 'administration.removed' }, { name: label }),
      })
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <FormattedMessage
          id="administration.remove.title"
          values={{ name: label, resource: labelOf(schema, intl.locale) }}
        />
      }
    >
      {count !== undefined && (
        <Text fw={600} mb="xs">
          <FormattedMessage id="administration.remove.count" values={{ count }} />
        </Text>
      )}
      <Text>
        <FormattedMessage id="administration.remove.text" />
      </Text>
      {failure !== null && (
        <Alert color="red" mt="md">
          {errorText(intl, failure)}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          <FormattedMessage id="action.cancel" />
        </Button>
        <Button color="red" loading={busy} onClick={() => void remove()}>
          <FormattedMessage id="action.remove" values={{ name: label }} />
        </Button>
      </Group>
    </Modal>
  )
}
