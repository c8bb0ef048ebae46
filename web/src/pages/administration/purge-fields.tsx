import { workflowsOf, type EntityData } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Button, Code, Group, Modal, Progress, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { schemaPath, useProjection } from './use-schema-records.ts'

/**
 * Fields that were removed and whose values are still stored: they can be forgotten, with the progress and
 * what came of it.
 */
export function PurgeFields({ schema }: { readonly schema: EntityData }) {
  const intl = useIntl()
  const client = useClient()
  const { removed, purge } = useProjection(schema.id)
  const [asking, setAsking] = useState(false)
  const [isStarted, setStarted] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isRunning = purge?.state === 'running'
  const start = async (): Promise<void> => {
    setAsking(false)
    setFailure(null)
    setStarted(true)
    await workflowsOf(client).take(schemaPath, [schema.id], 'purge').catch(setFailure)
    await client.entities.fetch(schemaPath, schema.id)
  }
  if (removed.length === 0 && !isRunning && !isStarted) return null
  return (
    <section>
      <Title order={2} fz="md">
        <FormattedMessage id="administration.purge" />
      </Title>
      {removed.length > 0 && (
        <Text fz="sm" c="dimmed" my="xs">
          <FormattedMessage id="administration.purge.hint" />{' '}
          {removed.map((name) => (
            <Code key={name} mr={4}>
              {name}
            </Code>
          ))}
        </Text>
      )}
      {isRunning && (
        <Stack gap={4} aria-live="polite" maw={520}>
          <Text fz="sm">
            <FormattedMessage
              id="administration.purge.running"
              values={{ done: purge.done, total: purge.total }}
            />
          </Text>
          <Progress
            value={purge.total === 0 ? 0 : (100 * purge.done) / purge.total}
            aria-label={intl.formatMessage({ id: 'editMany.progress' })}
          />
        </Stack>
      )}
      {isStarted && !isRunning && removed.length === 0 && failure === null && (
        <Alert color="green" maw={520}>
          <FormattedMessage id="administration.purge.done" values={{ count: purge?.total ?? 0 }} />
        </Alert>
      )}
      {failure !== null && (
        <Alert color="red" mb="xs">
          {errorText(intl, failure)}
        </Alert>
      )}
      {removed.length > 0 && !isRunning && (
        <Button color="red" size="sm" onClick={() => setAsking(true)}>
          <FormattedMessage id="administration.purge.start" />
        </Button>
      )}
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={<FormattedMessage id="administration.purge.title" />}
      >
        <Text>
          <FormattedMessage id="administration.purge.text" values={{ fields: removed.join(', ') }} />
        </Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button color="red" onClick={() => void start()}>
            <FormattedMessage id="administration.purge.start" />
          </Button>
        </Group>
      </Modal>
    </section>
  )
}
