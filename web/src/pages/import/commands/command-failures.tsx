import { importCommandsOf, type ImportCommand } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, List, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText, textOr } from '../../../translations/error-text.ts'

/** How many files of a command failed; which and why, once that was asked for. */
export function CommandFailures({ command: { failed, failures } }: { readonly command: ImportCommand }) {
  const intl = useIntl()
  return (
    <Stack gap={4} align="flex-start">
      <Text fz="sm" c="var(--mantine-color-error)">
        <FormattedMessage id="import.change.failures" values={{ count: failed }} />
      </Text>
      {failures !== undefined && (
        <List size="sm" style={{ overflowWrap: 'anywhere' }}>
          {failures.map(({ item, filename, code, message }) => (
            <List.Item key={item}>
              <FormattedMessage
                id="labelled"
                values={{
                  label: filename ?? intl.formatMessage({ id: 'entity.number' }, { id: String(item) }),
                  text: textOr(intl, `import.problem.${code}`, message),
                }}
              />
            </List.Item>
          ))}
        </List>
      )}
      {failures !== undefined && failed > failures.length && (
        <Text fz="sm">
          <FormattedMessage id="editMany.andMore" values={{ count: failed - failures.length }} />
        </Text>
      )}
    </Stack>
  )
}

interface FailuresButtonProps {
  readonly jobId: number
  readonly command: ImportCommand
  readonly onShowItems: (ids: readonly number[]) => void
}

/** Asks which files failed, and then leads to them. */
export function FailuresButton({ jobId, command: { id, failures }, onShowItems }: FailuresButtonProps) {
  const intl = useIntl()
  const commands = importCommandsOf(useClient())
  const read = (): void =>
    void commands
      .fetchFailures(jobId, [id])
      .catch((error: unknown) => notifications.show({ color: 'red', message: errorText(intl, error) }))
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => (failures === undefined ? read() : onShowItems(failures.map(({ item }) => item)))}
    >
      {failures === undefined ? (
        <FormattedMessage id="import.change.why" />
      ) : (
        <FormattedMessage id="import.change.select" values={{ count: failures.length }} />
      )}
    </Button>
  )
}
