import { importsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'

/** What can become of an item at once, the most visible first. */
export const publishWays = ['publish', 'submit', 'draft'] as const
export type PublishWay = (typeof publishWays)[number]

/**
 * Imports items whose file cannot be decoded, in the first way that the person may take, as the main button
 * of the page does.
 */
export function useImportAnyway(jobId: number): (ids: readonly number[]) => void {
  const intl = useIntl()
  const client = useClient()
  return (ids) => {
    const way = publishWays.find((one) => one !== 'draft' && client.session.can(`asset/${one}`))
    importsOf(client)
      .validateItems(jobId, { ids, anyway: true, ...(way === undefined ? {} : { workflowAction: way }) })
      .catch((error: unknown) => notifications.show({ color: 'red', message: errorText(intl, error) }))
  }
}
