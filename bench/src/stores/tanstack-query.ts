import {
  InfiniteQueryObserver,
  notifyManager,
  QueryClient,
  QueryObserver,
  type InfiniteData,
} from '@tanstack/query-core'
import type { Contender, Item, Library } from './contender.ts'

/**
 * TanStack Query: one query an entity, an infinite query for the list, edits as its guide on optimistic
 * updates writes them.
 */
export const tanstackQuery: Library = { name: 'TanStack Query', create }

function create(): Contender {
  // It notifies after a timer; the wait for that is not its work.
  notifyManager.setScheduler(queueMicrotask)
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity, retry: false } },
  })
  const keyOf = (id: number): readonly unknown[] => ['item', id]
  const pages: (readonly Item[])[] = []
  const list = new InfiniteQueryObserver<
    readonly Item[],
    Error,
    InfiniteData<readonly Item[]>,
    readonly unknown[],
    number
  >(client, {
    queryKey: ['list'],
    enabled: false,
    initialPageParam: 0,
    queryFn: () => Promise.resolve(pages.shift() ?? []),
    getNextPageParam: (_page, all) => all.length,
  })
  const read = (id: number): Item | undefined => client.getQueryData<Item>(keyOf(id))
  return {
    read,
    write: (items) => items.forEach((item) => client.setQueryData(keyOf(item.id), item)),
    update: (item) => void client.setQueryData(keyOf(item.id), item),
    // As its hooks do: notified of what is read, the data.
    subscribe: (id, listener) =>
      new QueryObserver<Item>(client, {
        queryKey: keyOf(id),
        enabled: false,
        notifyOnChangeProps: ['data'],
      }).subscribe(listener),
    settle: () =>
      new Promise((done) => {
        setImmediate(done)
      }),
    async openList(items) {
      pages.push(items)
      list.subscribe(() => {})
      await list.refetch()
    },
    async append(items) {
      pages.push(items)
      await list.fetchNextPage()
      for (const item of items) client.setQueryData(keyOf(item.id), item)
    },
    listNames: () => (list.getCurrentResult().data?.pages ?? []).flat().map(({ name }) => name),
    edit(edits, refused, saved) {
      const shown = edits.map(({ id, changes }) => {
        const before = read(id)
        client.setQueryData<Item>(keyOf(id), (item) => item && { ...item, ...changes })
        return before
      })
      for (const [index, { id, changes }] of edits.entries()) {
        const before = saved.get(id)
        if (refused(index)) client.setQueryData(keyOf(id), shown[index])
        else if (before) {
          saved.set(id, { ...before, ...changes })
          client.setQueryData(keyOf(id), saved.get(id))
        }
      }
      // At the end its guide asks for what is true.
      for (const [id, item] of saved) client.setQueryData(keyOf(id), item)
      return Promise.resolve()
    },
  }
}
