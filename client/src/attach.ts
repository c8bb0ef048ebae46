import type { Client } from './client.ts'

/** A store that can forget what it read: another person comes. */
export interface Forgetful {
  clear(): void
}

/**
 * Makes a noun of the data layer that loads with whoever imports it: the answer gives the one store of a
 * client, created when it is first asked for. It forgets together with its client.
 * @source decision 0050
 */
export function attach<Store extends Forgetful>(
  create: (client: Client) => Store,
): (client: Client) => Store {
  const stores = new WeakMap<Client, Store>()
  return (client) => {
    const known = stores.get(client)
    if (known) return known
    const store = create(client)
    stores.set(client, store)
    client.onForget(() => store.clear())
    return store
  }
}
