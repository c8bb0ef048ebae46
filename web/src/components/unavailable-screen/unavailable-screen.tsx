import { Button, Center, Group, Stack, Text, Title } from '@mantine/core'
import { FormattedMessage } from 'react-intl'

/**
 * Shown while the application is not available. Reset signs out. `message`: why it was switched off, as the
 * server says it.
 * @source portal §2
 */
export function UnavailableScreen({
  message,
  onRetry,
  onReset,
}: {
  readonly message?: string
  readonly onRetry: () => void
  readonly onReset: () => void
}) {
  return (
    <Center component="main" h="100%" p="xl">
      <Stack maw={460} gap="md" role="alert">
        <img src="/mark.svg" alt="" width={40} height={40} />
        <Title order={1}>
          <FormattedMessage id={message === undefined ? 'unavailable.title' : 'unavailable.switchedOff'} />
        </Title>
        <Text>{message ?? <FormattedMessage id="unavailable.message" />}</Text>
        <Group>
          <Button onClick={onRetry}>
            <FormattedMessage id="action.retry" />
          </Button>
          <Button variant="default" onClick={onReset}>
            <FormattedMessage id="unavailable.reset" />
          </Button>
        </Group>
      </Stack>
    </Center>
  )
}
