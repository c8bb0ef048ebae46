import { importsOf, type ImportItem } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCornerDownRight, IconRefresh, IconTrash } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'

interface SelectionActionsProps {
  readonly jobId: number
  readonly items: readonly ImportItem[]
  readonly onRemove: () => void
  readonly onMove: () => void
  /** Called once files are sent to be processed again. */
  readonly onProcess: () => void
}

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** What can be done with the selected files beside describing them. */
export function SelectionActions({ jobId, items, onRemove, onMove, onProcess }: SelectionActionsProps) {
  const intl = useIntl()
  const imports = importsOf(useClient())
  const ids = items.map(({ id }) => id)
  const inspect = (button: HTMLElement): void => {
    // The buttons go while files are processed; what they stand in stays.
    button.closest('aside')?.focus({ preventScroll: true })
    onProcess()
    imports
      .takeItemAction(jobId, ids, 'analyze')
      .catch((error: unknown) => notifications.show({ color: 'red', message: errorText(intl, error) }))
  }
  return (
    <>
      <Button variant="default" leftSection={<IconCornerDownRight {...icon} />} onClick={onMove}>
        <FormattedMessage id="import.panel.move" />
      </Button>
      <Button
        variant="default"
        leftSection={<IconRefresh {...icon} />}
        onClick={({ currentTarget }) => inspect(currentTarget)}
      >
        <FormattedMessage id="import.panel.analyze" />
      </Button>
      <Button variant="default" leftSection={<IconTrash {...icon} />} onClick={onRemove}>
        <FormattedMessage id="import.panel.remove" values={{ count: items.length }} />
      </Button>
    </>
  )
}
