import { configureStore } from '@reduxjs/toolkit'
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query'
import type { Contender, Item, Library } from './contender.ts'

/**
 * RTK Query: one cache entry an entity, one for the list, patches with undo. Redux notifies every listener of
 * every change; those here look whether theirs changed.
 */
export const rtkQuery: Library = { name: 'RTK Query', create }

function create(): Contender {
  const api = createApi({
    reducerPath: 'api',
    baseQuery: fakeBaseQuery(),
    keepUnusedDataFor: 1e9,
    endpoints: (build) => ({
      item: build.query<Item, number>({ queryFn: () => ({ error: 'never asked' }) }),
      list: build.query<Item[], void>({ queryFn: () => ({ error: 'never asked' }) }),
    }),
  })
  const store = configureStore({
    reducer: { api: api.reducer },
    middleware: (middleware) =>
      middleware({ serializableCheck: false, immutableCheck: false }).concat(api.middleware),
    enhancers: (enhancers) => enhancers({ autoBatch: { type: 'tick' } }),
  })
  const read = (id: number): Item | undefined => api.endpoints.item.select(id)(store.getState()).data
  const upsert = (items: readonly Item[]): void =>
    void store.dispatch(
      api.util.upsertQueryEntries(
        items.map((item) => ({ endpointName: 'item' as const, arg: item.id, value: item })),
      ),
    )
  return {
    read,
    write: upsert,
    update: (item) =>
      void store.dispatch(
        api.util.updateQueryData('item', item.id, (draft) => {
          Object.assign(draft, item)
        }),
      ),
    subscribe(id, listener) {
      const select = api.endpoints.item.select(id)
      let shown = select(store.getState()).data
      return store.subscribe(() => {
        const now = select(store.getState()).data
        if (now === shown) return
        shown = now
        listener()
      })
    },
    settle: () =>
      new Promise((done) => {
        setImmediate(done)
      }),
    async openList(items) {
      store.dispatch(
        api.util.upsertQueryEntries([{ endpointName: 'list', arg: undefined, value: [...items] }]),
      )
      const select = api.endpoints.list.select()
      store.subscribe(() => void select(store.getState()).data)
      await Promise.resolve()
    },
    append(items) {
      store.dispatch(
        api.util.updateQueryData('list', undefined, (list) => {
          list.push(...(items as never[]))
        }),
      )
      upsert(items)
      return Promise.resolve()
    },
    listNames: () => (api.endpoints.list.select()(store.getState()).data ?? []).map(({ name }) => name),
    edit(edits, refused, saved) {
      const shown = edits.map(({ id, changes }) =>
        store.dispatch(
          api.util.updateQueryData('item', id, (item) => {
            Object.assign(item, changes)
          }),
        ),
      )
      for (const [index, { id, changes }] of edits.entries()) {
        const before = saved.get(id)
        if (refused(index)) shown[index]?.undo()
        else if (before) saved.set(id, { ...before, ...changes })
      }
      upsert([...saved.values()])
      return Promise.resolve()
    },
  }
}
