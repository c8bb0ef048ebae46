import { Alert, Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { useReturnFocus } from '../../components/return-focus/use-return-focus.ts'

/** Something that is shown only now, with its label. */
export interface Secret {
  readonly label: ReactNode
  readonly value: string
}

/**
 * Shows what the server gives only once: a password, a key and its secret. Closed by its button alone, not by
 * a slip.
 */
export function SecretDialog({
  title,
  values,
  onClose,
}: {
  readonly title: ReactNode
  readonly values: readonly Secret[]
  readonly onClose: () => void
}) {
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="yellow" variant="light">
          <FormattedMessage id="secret.once" />
        </Alert>
        {values.map(({ label, value }) => (
          <div key={value}>
            <Text fz="sm" c="dimmed" mb={6}>
              {label}
            </Text>
            <Group gap="sm" wrap="nowrap">
              <Code fz="md" style={{ overflowWrap: 'anywhere' }}>
                {value}
              </Code>
              <CopyButton value={value}>
                {({ copied, copy }) => (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={copy}
                    leftSection={
                      copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />
                    }
                  >
                    <FormattedMessage id={copied ? 'secret.copied' : 'secret.copy'} />
                  </Button>
                )}
              </CopyButton>
            </Group>
          </div>
        ))}
        <Group justify="flex-end">
          <Button onClick={onClose}>
            <FormattedMessage id="secret.done" />
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
