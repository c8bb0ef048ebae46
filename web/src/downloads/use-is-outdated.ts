import { calls, isApiError } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { useEffect, useState } from 'react'

/**
 * Whether something in a ready archive was withdrawn since it was prepared, so that it cannot be taken; asked
 * when it is shown.
 * @param uuid of the archive; null: nothing is asked
 */
export function useIsOutdated(uuid: string | null): boolean {
  const client = useClient()
  const [outdated, setOutdated] = useState<string | null>(null)
  useEffect(() => {
    if (uuid === null) return
    client.call(calls.headArchive, { uuid }).then(
      () => setOutdated(null),
      // Whatever else is wrong is said when it is taken.
      (error: unknown) => {
        if (isApiError(error, 'archive_outdated')) setOutdated(uuid)
      },
    )
  }, [client, uuid])
  return uuid !== null && outdated === uuid
}
