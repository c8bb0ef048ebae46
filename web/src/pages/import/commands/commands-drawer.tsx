import { importCommandsOf, type ImportCommandsSnapshot } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { CommandEntry } from './command-entry.tsx'
import type { ImportHeaders } from './command-title.tsx'

interface CommandsDrawerProps {
  readonly jobId: number
  readonly snapshot: ImportCommandsSnapshot
  readonly headers: ImportHeaders
  readonly opened: boolean
  readonly onClose: () => void
  /** Shows and selects items, by their ids. */
  readonly onShowItems: (ids: readonly number[]) => void
}

/** What is done and was done with the files of an import: by whom, how far, what failed. */
export function CommandsDrawer({
  jobId,
  snapshot,
  headers,
  opened,
  onClose,
  onShowItems,
}: CommandsDrawerProps) {
  const commands = importCommandsOf(useClient())
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="min(100%, 440px)"
      title={<FormattedMessage id="import.changes" />}
    >
      {snapshot.status === 'error' && (
        <Group gap="sm" mb="sm">
          <Text role="alert">
            <FormattedMessage id="import.changes.failed" />
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => void commands.fetch(jobId)}>
            <FormattedMessage id="action.retry" />
          </Button>
        </Group>
      )}
      {snapshot.status === 'loaded' && snapshot.commands.length === 0 && (
        <Text c="dimmed">
          <FormattedMessage id="import.changes.none" />
        </Text>
      )}
      <Stack component="ul" gap={0} p={0} m={0} style={{ listStyle: 'none' }}>
        {snapshot.commands.map((command) => (
          <CommandEntry
            key={command.id}
            jobId={jobId}
            command={command}
            headers={headers}
            onShowItems={onShowItems}
          />
        ))}
      </Stack>
    </Drawer>
  )
}
