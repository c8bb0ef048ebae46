import { gql, InMemoryCache } from '@apollo/client'
import type { Contender, Item, Library } from './contender.ts'

/** Apollo Client: its normalised cache, watched fragments, a merged list, optimistic layers. */
export const apolloClient: Library = { name: 'Apollo Client', create }

const fields = gql`
  fragment Fields on Item {
    id
    name
    city
    width
    keywords {
      id
      name
    }
  }
`
const listQuery = gql`
  query List {
    items {
      id
      name
      city
      width
      keywords {
        id
        name
      }
    }
  }
`
const manyQuery = gql`
  query Many {
    many {
      id
      name
      city
      width
      keywords {
        id
        name
      }
    }
  }
`
const typed = (item: Item) => ({
  ...item,
  __typename: 'Item',
  keywords: item.keywords.map((keyword) => ({ ...keyword, __typename: 'Keyword' })),
})

function create(): Contender {
  const cache = new InMemoryCache({
    typePolicies: {
      Query: {
        fields: {
          items: {
            merge: (before: readonly unknown[] = [], incoming: readonly unknown[]) => [
              ...before,
              ...incoming,
            ],
          },
          many: { merge: false },
        },
      },
    },
  })
  const ref = (id: number): string => `Item:${id}`
  const read = (id: number): Item | undefined =>
    cache.readFragment<Item>({ id: ref(id), fragment: fields }, true) ?? undefined
  let names: () => string[] = () => []
  const append = (items: readonly Item[]): Promise<void> =>
    Promise.resolve(void cache.writeQuery({ query: listQuery, data: { items: items.map(typed) } }))
  return {
    read,
    append,
    write: (items) => void cache.writeQuery({ query: manyQuery, data: { many: items.map(typed) } }),
    update: (item) => void cache.writeFragment({ id: ref(item.id), fragment: fields, data: typed(item) }),
    subscribe(id, listener) {
      const subscription = cache
        .watchFragment({ fragment: fields, from: ref(id) })
        .subscribe(skipFirst(listener))
      return () => subscription.unsubscribe()
    },
    settle: () =>
      new Promise((done) => {
        setImmediate(done)
      }),
    async openList(items) {
      await append(items)
      let shown: readonly Item[] = []
      cache.watch<{ items: readonly Item[] }>({
        query: listQuery,
        optimistic: true,
        callback: ({ result }) => {
          shown = (result as { items?: readonly Item[] } | null)?.items ?? []
        },
        immediate: true,
      })
      names = () => shown.map(({ name }) => name)
    },
    listNames: () => names(),
    edit(edits, refused) {
      edits.forEach(({ id, changes }, index) =>
        cache.recordOptimisticTransaction((layer) => change(layer, id, changes), `edit ${index}`),
      )
      for (const [index, { id, changes }] of edits.entries()) {
        cache.batch({
          update: (kept) => {
            if (!refused(index)) change(kept, id, changes)
          },
          removeOptimistic: `edit ${index}`,
        })
      }
      return Promise.resolve()
    },
  }
}

function change(cache: Pick<InMemoryCache, 'updateFragment'>, id: number, changes: object): void {
  cache.updateFragment<Item>(
    { id: `Item:${id}`, fragment: fields },
    (item) => item && { ...item, ...changes },
  )
}

/** A watched fragment reports what is there first; a change comes after that. */
function skipFirst(listener: () => void): () => void {
  let hasFirst = false
  return () => {
    if (hasFirst) listener()
    hasFirst = true
  }
}
