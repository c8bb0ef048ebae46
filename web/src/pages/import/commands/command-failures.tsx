import { importCommandsOf, type ImportCommand } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, List, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText, textOr } from '../../../translations/error-text.ts'

interface CommandFailuresProps {
  readonly jobId: number
  readonly command: ImportCommand
  readonly onShowItems: (ids: readonly number[]) => void
}

/** How many files of a command failed; which and why, once that is asked for. */
export function CommandFailures({ jobId, command, onShowItems }: CommandFailuresProps) {
  const intl = useIntl()
  const commands = importCommandsOf(useClient())
  const { id, failed, failures } = command
  const read = (): void =>
    void commands
      .fetchFailures(jobId, [id])
      .catch((error: unknown) => notifications.show({ color: 'red', message: errorText(intl, error) }))
  return (
    <Stack gap={4} align="flex-start">
      <Text fz="sm" c="var(--mantine-color-error)">
        <FormattedMessage id="import.change.failures" values={{ count: failed }} />
      </Text>
      {failures === undefined ? (
        <Button size="compact-sm" variant="default" onClick={read}>
          <FormattedMessage id="import.change.why" />
        </Button>
      ) : (
        <>
          <List size="sm" style={{ overflowWrap: 'anywhere' }}>
            {failures.map(({ item, filename, code, message }) => (
              <List.Item key={item}>
                {filename ?? intl.formatMessage({ id: 'entity.number' }, { id: String(item) })}:{' '}
                {textOr(intl, `import.problem.${code}`, message)}
              </List.Item>
            ))}
          </List>
          {failed > failures.length && (
            <Text fz="sm">
              <FormattedMessage id="editMany.andMore" values={{ count: failed - failures.length }} />
            </Text>
          )}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onShowItems(failures.map(({ item }) => item))}
          >
            <FormattedMessage id="import.change.select" values={{ count: failures.length }} />
          </Button>
        </>
      )}
    </Stack>
  )
}
