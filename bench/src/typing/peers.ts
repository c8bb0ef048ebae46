import { ApolloClient, ApolloLink, gql, InMemoryCache, Observable } from '@apollo/client'
import { configureStore } from '@reduxjs/toolkit'
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query'
import { keepPreviousData, QueryClient, QueryObserver } from '@tanstack/query-core'
import type { Found, Searcher } from './searcher.ts'

/**
 * An observed query whose key is the text; the result before is shown meanwhile, and known from an answer.
 */
const tanstackQuery: Searcher = {
  name: 'TanStack Query',
  async open(ask, show) {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const options = (text: string) => ({
      queryKey: ['search', text],
      queryFn: ({ signal }: { signal: AbortSignal }) => ask(text, signal),
      placeholderData: keepPreviousData,
    })
    await client.fetchQuery({ ...options(''), staleTime: Infinity })
    let typed = ''
    const observer = new QueryObserver<Found>(client, { ...options(''), staleTime: Infinity })
    const stop = observer.subscribe(({ isSuccess, isPlaceholderData, data }) => {
      if (isSuccess && !isPlaceholderData) show(typed, data)
    })
    return {
      type(text) {
        typed = text
        observer.setOptions(options(text))
      },
      close() {
        stop()
        client.clear()
      },
    }
  },
}

const searchQuery = gql`
  query Search($text: String!) {
    found(text: $text) {
      text
      names
    }
  }
`

/** A watched query whose variable is the text. */
const apolloClient: Searcher = {
  name: 'Apollo Client',
  async open(ask, show) {
    const link = new ApolloLink(
      ({ variables }) =>
        new Observable((observer) => {
          const controller = new AbortController()
          ask(String(variables['text']), controller.signal).then(
            (found) => {
              observer.next({ data: { found: { __typename: 'Found', ...found } } })
              observer.complete()
            },
            () => undefined,
          )
          return () => controller.abort()
        }),
    )
    const client = new ApolloClient({ cache: new InMemoryCache(), link })
    let typed = ''
    const watched = client.watchQuery<{ found: Found }, { text: string }>({
      query: searchQuery,
      variables: { text: '' },
    })
    const subscription = watched.subscribe(({ data, loading }) => {
      if (!loading && data) show(typed, data.found as Found)
    })
    await watched.refetch().catch(() => undefined)
    return {
      type(text) {
        typed = text
        void watched.setVariables({ text }).catch(() => undefined)
      },
      close() {
        subscription.unsubscribe()
        client.stop()
      },
    }
  },
}

/** A subscription to the entry of the text, in the place of the one before. */
const rtkQuery: Searcher = {
  name: 'RTK Query',
  async open(ask, show) {
    const api = createApi({
      reducerPath: 'api',
      baseQuery: fakeBaseQuery(),
      endpoints: (build) => ({
        search: build.query<Found, string>({
          queryFn: async (text, { signal }) => ({ data: await ask(text, signal) }),
        }),
      }),
    })
    const store = configureStore({
      reducer: { api: api.reducer },
      middleware: (middleware) => middleware().concat(api.middleware),
    })
    const start = (text: string) => store.dispatch(api.endpoints.search.initiate(text))
    let [typed, running] = ['', start('')]
    await running
    store.subscribe(() => {
      const { isSuccess, data } = api.endpoints.search.select(typed)(store.getState())
      if (isSuccess) show(typed, data)
    })
    return {
      type(text) {
        running.unsubscribe()
        typed = text
        running = start(text)
      },
      close: () => void store.dispatch(api.util.resetApiState()),
    }
  },
}

/**
 * The same search box over each peer. None of them gathers what is typed: that is left to the application.
 */
export const peers: readonly Searcher[] = [tanstackQuery, apolloClient, rtkQuery]
