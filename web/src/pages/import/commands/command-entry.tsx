import type { ImportCommand } from '@cartouche/client'
import { Button, Group, Progress, Text } from '@mantine/core'
import { IconArrowBackUp, IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { formatAgo } from '../../../translations/format.ts'
import { CommandFailures, FailuresButton } from './command-failures.tsx'
import { CommandTitle, type ImportHeaders } from './command-title.tsx'
import { leftItems, percentDone, useCommandActions } from './use-command-actions.ts'
import classes from '../import.module.css'

interface CommandEntryProps {
  readonly jobId: number
  readonly command: ImportCommand
  readonly headers: ImportHeaders
  readonly onShowItems: (ids: readonly number[]) => void
}

const icon = { size: 15, stroke: 1.7, 'aria-hidden': true } as const

/** One command: what was done with how many files, by whom, how far it is, and what can be done about it. */
export function CommandEntry({ jobId, command, headers, onShowItems }: CommandEntryProps) {
  const intl = useIntl()
  const { stop, repeat, undo } = useCommandActions(jobId)
  const { done, kind, total, finished, failed, cancelled, undoable, created, user, moves = [] } = command
  const left = total - finished - failed
  return (
    <li className={classes.command}>
      <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
        <CommandTitle command={command} headers={headers} />
      </Text>
      <Text fz="sm" c="dimmed">
        <FormattedMessage id="import.change.by" values={{ name: user.name, ago: formatAgo(intl, created) }} />
      </Text>
      {moves.map(({ from, to, count }) => (
        <Text key={`${from?.id} ${to?.id}`} fz="sm">
          <FormattedMessage
            id="import.change.moved"
            values={{
              count,
              from: from?.name ?? intl.formatMessage({ id: 'import.change.elsewhere' }),
              to: to?.name ?? intl.formatMessage({ id: 'import.change.elsewhere' }),
            }}
          />
        </Text>
      ))}
      {!done && (
        <>
          <Progress
            value={percentDone(command)}
            animated
            size={5}
            aria-label={intl.formatMessage({ id: `import.change.${kind}.running` })}
          />
          <Text fz="sm">
            <FormattedMessage id="import.change.progress" values={{ done: finished + failed, total }} />
          </Text>
        </>
      )}
      {cancelled && left > 0 && (
        <Text fz="sm">
          <FormattedMessage id="import.change.left" values={{ count: left }} />
        </Text>
      )}
      {failed > 0 && <CommandFailures command={command} />}
      <Group gap="xs">
        {failed > 0 && <FailuresButton jobId={jobId} command={command} onShowItems={onShowItems} />}
        {!done && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlayerStop {...icon} />}
            onClick={() => stop(command)}
          >
            <FormattedMessage id="import.change.stop" />
          </Button>
        )}
        {done && leftItems(command) > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRefresh {...icon} />}
            onClick={() => repeat(command)}
          >
            <FormattedMessage id="action.retry" />
          </Button>
        )}
        {undoable && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowBackUp {...icon} />}
            onClick={() => undo(command)}
          >
            <FormattedMessage id="action.undo" />
          </Button>
        )}
      </Group>
    </li>
  )
}
