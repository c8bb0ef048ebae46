import { treesOf } from '@cartouche/client'
import { useClient, useSession } from '@cartouche/react'
import { useDidUpdate } from '@mantine/hooks'

/** Has the trees that are shown read again when the reader's language changes. */
export function useTreesInLanguage(): void {
  const client = useClient()
  const locale = useSession().user?.locale
  useDidUpdate(() => void treesOf(client).refresh(), [client, locale])
}
