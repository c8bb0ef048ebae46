import { ApiError, type SavedSearch } from '@cartouche/contract'
import type { FakeHandlers, FakeIdentity } from './fake-routes.ts'

/** People of the fake server, by login. */
export type FakePeople = Readonly<Record<string, number>>

/** Preferences of the fake server. */
export function preferenceHandlers(): FakeHandlers {
  const kept = new Map<string, { namespace: string; key: string; type: string; value: string }>()
  const idOf = (login: string | null, namespace: string, key: string): string =>
    JSON.stringify([login, namespace, key])
  return {
    getPreference: ({ namespace, key }, { login }) => ({
      response: { data: kept.get(idOf(login, namespace, key)) ?? {} },
    }),
    setPreference(preference, { login }) {
      kept.set(idOf(login, preference.namespace, preference.key), preference)
      return { response: { data: preference } }
    },
    deletePreference({ namespace, key }, { login }) {
      kept.delete(idOf(login, namespace, key))
      return { response: { data: {} } }
    },
  }
}

type Stored = Omit<SavedSearch, 'isMine' | 'isPrivatelyShared'>

/** The saved searches that there are, and who may do what with them. */
function createWorld(people: FakePeople) {
  const stored = new Map<number, Stored>()
  let lastId = 0
  let lastMs = Date.parse('2026-01-01T00:00:00.000Z')
  const now = (): string => new Date(++lastMs).toISOString()
  const personOf = (id: number, parameter: string) => {
    const name = Object.keys(people).find((login) => people[login] === id)
    if (name === undefined)
      throw new ApiError('invalid_parameter', { parameter, reason: `there is no user ${id}` })
    return { id, name }
  }
  const userIdOf = ({ login }: FakeIdentity): number => {
    const id = people[login ?? '']
    if (id === undefined) throw new ApiError('access_denied')
    return id
  }
  const show = (search: Stored, me: number): SavedSearch => {
    const isMine = search.owner.id === me
    const subscribers = search.subscribers.filter(({ id }) => isMine || id === me)
    return { ...search, subscribers, isMine, isPrivatelyShared: subscribers.length > 0 }
  }
  const find = (id: number, me: number): Stored => {
    const search = stored.get(id)
    if (
      !search ||
      !(search.owner.id === me || !search.isPrivate || search.subscribers.some((person) => person.id === me))
    )
      throw new ApiError('saved_search_not_found', { id })
    return search
  }
  const edit = (
    id: number,
    identity: FakeIdentity,
    change: (search: Stored) => Partial<Stored>,
  ): SavedSearch => {
    const me = userIdOf(identity)
    const search = find(id, me)
    if (search.owner.id !== me) throw new ApiError('access_denied')
    stored.set(id, { ...search, ...change(search), version: search.version + 1, modified: now() })
    return show(find(id, me), me)
  }
  const share = (
    id: number,
    identity: FakeIdentity,
    more: readonly number[],
    parameter: string,
  ): SavedSearch => {
    const named = more.map((person) => personOf(person, parameter))
    return edit(id, identity, ({ owner, subscribers }) => ({
      subscribers: [
        ...subscribers,
        ...named.filter(
          (person) => person.id !== owner.id && !subscribers.some((known) => known.id === person.id),
        ),
      ].toSorted((one, other) => one.id - other.id),
    }))
  }
  return { stored, now, personOf, userIdOf, show, find, edit, share, newId: () => ++lastId }
}

/** Saved searches of the fake server. */
export function searchHandlers(people: FakePeople): FakeHandlers {
  const world = createWorld(people)
  return { ...ownerHandlers(world), ...subscriberHandlers(world) }
}

type World = ReturnType<typeof createWorld>

function ownerHandlers({
  stored,
  now,
  personOf,
  userIdOf,
  show,
  find,
  edit,
  share,
  newId,
}: World): FakeHandlers {
  return {
    createSavedSearch({ name, data, description = '', type, isPrivate = true }, identity) {
      const owner = personOf(userIdOf(identity), 'owner')
      const id = newId()
      const created = now()
      stored.set(id, {
        id,
        name: nameOf(name),
        description,
        type: type || typeOf(data),
        owner,
        subscribers: [],
        created,
        modified: created,
        version: 1,
        isPrivate,
        data: filled(data),
      })
      return show(find(id, owner.id), owner.id)
    },
    updateSavedSearch: ({ id, name, data, description, type, version }, identity) =>
      edit(id, identity, (search) => {
        if (version !== undefined && version !== search.version)
          throw new ApiError('version_conflict', { resource: 'savedsearch', id })
        return {
          ...(name === undefined ? {} : { name: nameOf(name) }),
          ...(data === undefined ? {} : { data: filled(data) }),
          ...(description === undefined ? {} : { description }),
          ...(type === undefined ? {} : { type }),
        }
      }),
    deleteSavedSearch({ id }, identity) {
      edit(id, identity, () => ({}))
      stored.delete(id)
      return { id, deleted: true }
    },
    addSavedSearchSubscribers: ({ id, collaborators }, identity) =>
      share(id, identity, collaborators, 'collaborators'),
    shareSavedSearch: ({ id, subscribers }, identity) => share(id, identity, subscribers, 'subscribers'),
    removeSavedSearchSubscribers: ({ id, subscribers: gone }, identity) =>
      edit(id, identity, ({ subscribers }) => ({
        subscribers: subscribers.filter((person) => !gone.includes(person.id)),
      })),
    switchSavedSearchPrivate: ({ id, isPrivate }, identity) => edit(id, identity, () => ({ isPrivate })),
    transferSavedSearch({ id, owner }, identity) {
      const next = personOf(owner, 'owner')
      edit(id, identity, (search) => ({
        owner: next,
        subscribers: [...search.subscribers.filter((person) => person.id !== owner), search.owner],
      }))
      return show(find(id, userIdOf(identity)), userIdOf(identity))
    },
  }
}

function subscriberHandlers({ stored, userIdOf, show, find }: World): FakeHandlers {
  return {
    listSavedSearches: ({ type, name }, identity) =>
      [...stored.values()]
        .filter(
          (search) =>
            isIn(search, userIdOf(identity)) &&
            (!type || search.type === type) &&
            (!name || matches(search.name, name)),
        )
        .toSorted((one, other) => other.modified.localeCompare(one.modified))
        .map((search) => show(search, userIdOf(identity))),
    getSavedSearch: ({ id }, identity) => show(find(id, userIdOf(identity)), userIdOf(identity)),
    unsubscribeSavedSearch({ id }, identity) {
      const me = userIdOf(identity)
      const search = find(id, me)
      if (!search.subscribers.some((person) => person.id === me))
        throw new ApiError('saved_search_not_found', { id })
      stored.set(id, { ...search, subscribers: search.subscribers.filter((person) => person.id !== me) })
      return { id, unsubscribed: true }
    },
  }
}

const typeOf = ({ path }: Readonly<Record<string, unknown>>): string =>
  typeof path === 'string' ? (path.split('/').at(-1) ?? '') : ''
const isIn = ({ owner, isPrivate, subscribers }: Stored, me: number): boolean =>
  owner.id === me || !isPrivate || subscribers.some(({ id }) => id === me)

function matches(name: string, filter: string): boolean {
  const pattern = filter
    .toLowerCase()
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('.*')
  return new RegExp(filter.includes('*') ? `^${pattern}$` : pattern, 's').test(name.toLowerCase())
}

function nameOf(name: string | undefined): string {
  if (name === undefined || name === '') throw new ApiError('saved_search_name_missing')
  return name
}

function filled(data: Record<string, unknown>): Record<string, unknown> {
  const has = (part: unknown): boolean =>
    typeof part === 'object' && part !== null && Object.keys(part).length > 0
  if (![data['fulltextTokens'], data['userConstraints'], data['customParams']].some(has))
    throw new ApiError('saved_search_empty')
  return data
}
