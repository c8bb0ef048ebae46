import { createCell, type Client, type Readable } from '@cartouche/client'
import {
  forgetMessage,
  keepingCache,
  personalCaches,
  picturesCache,
  readsCache,
  workerAddress,
} from './names.ts'

/** Whether this device keeps copies of what the person saw, to show them without the server. */
export interface Offline extends Readable<OfflineState> {
  /** Keeps copies from now on, or deletes those that are kept and keeps none. */
  setKeeping(keeps: boolean): Promise<void>
  /** How much is kept. */
  measure(): Promise<Kept>
  /** Deletes what is kept; what is seen from now on is kept again. */
  clear(): Promise<void>
}

/** `unavailable`: this browser, or an address without https, allows no service worker. */
export type OfflineState = 'on' | 'off' | 'unavailable'

/** What this device keeps. */
export interface Kept {
  readonly answers: number
  readonly pictures: number
  /** As the browser estimates it, the parts of the application too; undefined where it does not. */
  readonly bytes: number | undefined
}

/** Choice of this device. */
const choiceKey = 'cartouche-offline'
/** Whose copies these are. */
const personKey = 'cartouche-offline-person'
/** The service worker comes after the first page has loaded, milliseconds. */
const registerAfterMs = 3000
const forgetWithinMs = 2000

/**
 * Keeps copies for whoever is signed in, and deletes them when they sign out, when their session has ended,
 * or when somebody else signs in.
 * @source decision 0217
 */
export function createOffline({ session }: Pick<Client, 'session'>): Offline {
  const isPossible = 'serviceWorker' in navigator && 'caches' in window && import.meta.env.PROD
  const state = createCell<OfflineState>(
    isPossible ? (localStorage.getItem(choiceKey) === 'off' ? 'off' : 'on') : 'unavailable',
  )
  if (!isPossible)
    return {
      ...state,
      setKeeping: async () => undefined,
      clear: async () => undefined,
      measure: async () => ({ answers: 0, pictures: 0, bytes: undefined }),
    }
  // One after the other: whoever signs in right after another person signed out keeps their copies.
  let turn = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => (turn = turn.then(work, work))
  const keepFor = async (person: number): Promise<void> => {
    const isNew = localStorage.getItem(personKey) !== String(person)
    if (isNew) await forget()
    localStorage.setItem(personKey, String(person))
    if (state.get() === 'on') await caches.open(keepingCache)
    if (isNew) keepPerson()
  }
  // Whoever is here was read before anything was kept for them: without a copy of that, nothing would be
  // shown.
  const keepPerson = (): void => {
    if (state.get() === 'on' && typeof seen === 'number' && navigator.serviceWorker.controller)
      void session.refreshUser().catch(() => undefined)
  }
  navigator.serviceWorker.addEventListener('controllerchange', keepPerson)
  let seen: number | null | undefined
  const look = (): void => {
    const { user, connected, status } = session.get()
    // While it is not known who is here, the server may be away.
    const person = connected && user ? user.id : status === 'loaded' || status === 'invalid' ? null : seen
    if (person === seen) return
    seen = person
    if (person === undefined) return
    if (person === null) void inTurn(forget)
    else {
      void inTurn(() => keepFor(person))
      setTimeout(register, registerAfterMs)
    }
  }
  session.subscribe(look)
  look()
  const clear = async (): Promise<void> => {
    await inTurn(forget)
    const person = seen
    if (typeof person === 'number') await inTurn(() => keepFor(person))
  }
  return {
    get: state.get,
    subscribe: state.subscribe,
    clear,
    measure,
    async setKeeping(keeps) {
      localStorage.setItem(choiceKey, keeps ? 'on' : 'off')
      state.set(keeps ? 'on' : 'off')
      await clear()
    },
  }
}

function register(): void {
  // A browser in which people keep nothing may refuse it: the application works without.
  navigator.serviceWorker.register(workerAddress).catch(() => undefined)
}

/** Deletes what is kept for a person, what is on its way too. */
async function forget(): Promise<void> {
  localStorage.removeItem(personKey)
  const worker = navigator.serviceWorker.controller
  if (worker) {
    const channel = new MessageChannel()
    await new Promise<void>((resolve) => {
      channel.port1.onmessage = () => resolve()
      setTimeout(resolve, forgetWithinMs)
      worker.postMessage(forgetMessage, [channel.port2])
    })
  }
  // Where no service worker answers, too.
  await Promise.all(personalCaches.map(async (name) => caches.delete(name)))
}

async function measure(): Promise<Kept> {
  const countIn = async (name: string): Promise<number> =>
    (await caches.has(name)) ? (await (await caches.open(name)).keys()).length : 0
  const [answers, pictures, estimate] = await Promise.all([
    countIn(readsCache),
    countIn(picturesCache),
    navigator.storage.estimate().catch(() => undefined),
  ])
  return { answers, pictures, bytes: estimate?.usage }
}
