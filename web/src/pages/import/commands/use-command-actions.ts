import { importsOf, type ImportCommand } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { useIntl } from 'react-intl'
import { errorText } from '../../../translations/error-text.ts'

/** What can be done with the commands of an import. A refusal is shown. */
export interface CommandActions {
  readonly stop: (command: ImportCommand) => void
  readonly repeat: (command: ImportCommand) => void
  readonly undo: (command: ImportCommand) => void
}

/** Stops, repeats and undoes commands of an import. */
export function useCommandActions(jobId: number): CommandActions {
  const intl = useIntl()
  const imports = importsOf(useClient())
  const run = (work: Promise<void>): void =>
    void work.catch((error: unknown) => notifications.show({ color: 'red', message: errorText(intl, error) }))
  return {
    stop: ({ id }) => run(imports.cancelCommands(jobId, [id])),
    repeat: ({ id }) => run(imports.repeatCommands(jobId, [id])),
    undo: ({ id }) => run(imports.undoCommands(jobId, [id])),
  }
}

/** Items of a command that failed, or that were left when it was stopped: what can be done again. */
export function leftItems({ total, finished }: ImportCommand): number {
  return total - finished
}

/** How far a command is, of 100. */
export function percentDone({ total, finished, failed }: ImportCommand): number {
  return total === 0 ? 100 : ((finished + failed) / total) * 100
}
