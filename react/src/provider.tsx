import { createContext, use, type ReactNode } from 'react'
import type { Client } from '@cartouche/client'

const ClientContext = createContext<Client | null>(null)

/**
 * Hands a client to the hooks below it. One client for the life of the application: `createClient` outside of
 * components.
 */
export function CartoucheProvider({
  client,
  children,
}: {
  readonly client: Client
  readonly children: ReactNode
}) {
  return <ClientContext value={client}>{children}</ClientContext>
}

/**
 * The client of the application, for calls and actions.
 * @throws Error outside of a {@link CartoucheProvider}
 */
export function useClient(): Client {
  const client = use(ClientContext)
  if (!client) throw new Error('useClient needs a CartoucheProvider above it')
  return client
}
