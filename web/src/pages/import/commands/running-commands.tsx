import type { ImportCommand } from '@cartouche/client'
import { Button, Progress, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { percentDone, useCommandActions } from './use-command-actions.ts'
import classes from '../import.module.css'

interface RunningCommandsProps {
  readonly jobId: number
  readonly commands: readonly ImportCommand[]
}

/** How far the commands are that run now, of whoever started them, each with Stop. */
export function RunningCommands({ jobId, commands }: RunningCommandsProps) {
  const intl = useIntl()
  const { stop } = useCommandActions(jobId)
  return commands
    .filter(({ done }) => !done)
    .map((command) => (
      <section key={command.id} className={classes.sending}>
        <div className={classes.sendingText}>
          <Text fz="sm" fw={550}>
            <FormattedMessage id={`import.change.${command.kind}.running`} />{' '}
            <FormattedMessage
              id="import.change.progress"
              values={{ done: command.finished + command.failed, total: command.total }}
            />
          </Text>
          <Progress
            value={percentDone(command)}
            animated
            size={5}
            aria-label={intl.formatMessage({ id: `import.change.${command.kind}.running` })}
          />
        </div>
        <Button size="compact-md" variant="default" onClick={() => stop(command)}>
          <FormattedMessage id="import.change.stop" />
        </Button>
      </section>
    ))
}
