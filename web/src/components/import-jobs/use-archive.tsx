import { importsOf, type ImportJob } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { offerUndo } from '../undo/offer-undo.tsx'

/** Archives imports, which take no more files and changes then, or restores them; can be undone. */
export function useArchive(): (jobs: readonly ImportJob[], isArchived: boolean) => Promise<void> {
  const intl = useIntl()
  const imports = importsOf(useClient())
  const change = async (jobs: readonly ImportJob[], activated: boolean): Promise<boolean> => {
    try {
      for (const { id } of jobs) await imports.changeJob(id, { activated })
      return true
    } catch (error) {
      notifications.show({ color: 'red', message: errorText(intl, error) })
      return false
    }
  }
  return async (jobs, isArchived) => {
    const changed = jobs.filter(({ activated }) => activated === isArchived)
    if (!(await change(changed, !isArchived))) return
    offerUndo(
      <FormattedMessage
        id={isArchived ? 'imports.archive.done' : 'imports.restore.done'}
        values={{ count: changed.length, name: changed[0]?.name }}
      />,
      () => void change(changed, isArchived),
    )
  }
}
