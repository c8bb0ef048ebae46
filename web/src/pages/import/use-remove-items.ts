import { importsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'

/** Items that are to leave an import, once that is confirmed. */
export interface RemoveItems {
  /** What is asked about; empty: nothing. */
  readonly ids: readonly number[]
  readonly ask: (ids: readonly number[]) => void
  readonly remove: () => void
}

/** Takes items out of an import, after a question. */
export function useRemoveItems(jobId: number): RemoveItems {
  const intl = useIntl()
  const imports = importsOf(useClient())
  const [ids, ask] = useState<readonly number[]>([])
  return {
    ids,
    ask,
    remove() {
      ask([])
      imports.deleteItems(jobId, ids).then(
        () =>
          notifications.show({
            message: intl.formatMessage({ id: 'import.panel.removed' }, { count: ids.length }),
          }),
        (error: unknown) => notifications.show({ color: 'red', message: errorText(intl, error) }),
      )
    },
  }
}
