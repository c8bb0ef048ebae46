import { createContext, use, useState, type ReactNode } from 'react'
import type { Client } from '@cartouche/client'
import { LibraryError, type LibraryErrorCode } from './library-error.ts'

const ClientContext = createContext<Client | LibraryErrorCode>('config_missing')

/**
 * Hands a client to the hooks below it. One client for the life of the application: `createClient` outside of
 * components. Without one (`null`), what is below may show itself, but use no hook.
 * @throws LibraryError of `slot_missing` without children
 */
export function CartoucheProvider({
  client,
  children,
}: {
  readonly client: Client | null
  readonly children: ReactNode
}) {
  const [first] = useState(client)
  if (children === undefined) throw new LibraryError('slot_missing')
  return (
    <ClientContext value={client ?? (first ? 'config_gone' : 'config_missing')}>{children}</ClientContext>
  )
}

/**
 * The client of the application, for calls and actions.
 * @throws LibraryError of `config_missing` outside of a {@link CartoucheProvider}, of `config_gone` when its
 * client was taken away
 */
export function useClient(): Client {
  const client = use(ClientContext)
  if (typeof client === 'string') throw new LibraryError(client)
  return client
}
