import {
  calls,
  defaultPlayers,
  isApiError,
  type CallAnswer,
  type CallParameters,
} from '@cartouche/contract/wire'
import { attach, type Forgetful } from '../attach.ts'
import type { Client } from '../client.ts'
import { toFailure, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { createKeyedStore, type KeyedReadable, type KeyedStore } from '../store/keyed-store.ts'

/** What was read of a media last; it stays while it is read again, and where that fails. */
export interface MediaSnapshot<Data> {
  readonly $status: LoadStatus
  /** Null before it was read; a description also where there is no such media. */
  readonly data: Data | null
  readonly error: Failure | null
}

export type PlayerDataSnapshot = MediaSnapshot<CallAnswer<typeof calls.getPlayerData>>
export type EmbedSnapshot = MediaSnapshot<CallAnswer<typeof calls.getEmbedCode>>
export type MediaDescriptionSnapshot = MediaSnapshot<CallAnswer<typeof calls.describeMedia>>

type Reference = 'object' | 'id'
export type PlayerDataOptions = Omit<CallParameters<typeof calls.getPlayerData>, Reference>
export type FreePlayerOptions = CallParameters<typeof calls.getFreePlayer>
export type EmbedOptions = Omit<CallParameters<typeof calls.getEmbedCode>, Reference>
export type PlayerAddressOptions = Omit<CallParameters<typeof calls.getPlayer>, Reference>

/**
 * Players, embeds and descriptions of media, each kept by `{object}/{id}`. What was read with the same
 * options is asked for again after 60 seconds, a description after 20; whoever asks meanwhile has it at once.
 * @source data-layer §3 Media, §7 Player and embed, §9
 */
export interface Players extends Forgetful {
  readonly players: KeyedReadable<PlayerDataSnapshot>
  readonly embeds: KeyedReadable<EmbedSnapshot>
  readonly descriptions: KeyedReadable<MediaDescriptionSnapshot>
  /** The player without media, under the empty key. */
  readonly freePlayer: KeyedReadable<PlayerDataSnapshot>
  fetchPlayer(object: string, id: number, options?: PlayerDataOptions): Promise<void>
  fetchEmbed(object: string, id: number, options?: EmbedOptions): Promise<void>
  fetchFreePlayer(options?: FreePlayerOptions): Promise<void>
  /** Loads null where there is no such media, or nobody may see it. */
  fetchDescription(object: string, id: number): Promise<void>
  /** The address of a player for a frame, by default of the best player and as large as the frame. */
  playerUrl(object: string, id: number, options?: Partial<PlayerAddressOptions>): string
}

/** Players of a client. */
export const playersOf = attach(createPlayers)

/** @source data-layer §9 */
const playerFreshMs = 60_000
const descriptionFreshMs = 20_000
const size = { width: '100%', height: '100%' } as const

function createPlayers(client: Client): Players {
  const players = createMediaStore<CallAnswer<typeof calls.getPlayerData>>(client, playerFreshMs)
  const freePlayer = createMediaStore<CallAnswer<typeof calls.getFreePlayer>>(client, playerFreshMs)
  const embeds = createMediaStore<CallAnswer<typeof calls.getEmbedCode>>(client, playerFreshMs)
  const descriptions = createMediaStore<CallAnswer<typeof calls.describeMedia>>(client, descriptionFreshMs)
  const by = (object: string, id: number): string => `${object}/${id}`
  return {
    players: players.store,
    freePlayer: freePlayer.store,
    embeds: embeds.store,
    descriptions: descriptions.store,
    fetchPlayer(object, id, options = {}) {
      const asked = { ...size, ...options, object, id: String(id) }
      return players.load(by(object, id), asked, () => client.call(calls.getPlayerData, asked))
    },
    fetchEmbed(object, id, options = {}) {
      const asked = { ...size, ...options, object, id: String(id) }
      return embeds.load(by(object, id), asked, () => client.call(calls.getEmbedCode, asked))
    },
    fetchFreePlayer: (options = {}) =>
      freePlayer.load('', options, () => client.call(calls.getFreePlayer, options)),
    fetchDescription: (object, id) =>
      descriptions.load(by(object, id), {}, async () => {
        try {
          return await client.call(calls.describeMedia, { object, id: String(id) })
        } catch (error) {
          if (isApiError(error) && error.status === 404) return null
          throw error
        }
      }),
    playerUrl: (object, id, options = {}) =>
      client.urlOf(calls.getPlayer, { player: defaultPlayers, ...size, ...options, object, id: String(id) }),
    clear() {
      for (const media of [players, freePlayer, embeds, descriptions]) media.clear()
    },
  }
}

/** A store whose answers are good for a while: with the same options, the same question is asked once. */
function createMediaStore<Data>({ options: { clock } }: Client, freshMs: number) {
  const unread: MediaSnapshot<Data> = { $status: 'unknown', data: null, error: null }
  const store: KeyedStore<MediaSnapshot<Data>> = createKeyedStore(() => unread)
  const asked = new Map<string, { signature: string; atMs: number; answer: Promise<void> }>()

  const read = async (key: string, ask: () => Promise<Data | null>): Promise<void> => {
    const before = store.get(key)
    const $status = before.$status === 'unknown' ? 'initial' : 'fetching'
    const reading: MediaSnapshot<Data> = { ...before, $status, error: null }
    store.set(key, reading)
    // An answer that comes after that of a later question, or after all was forgotten, is none.
    const settle = (change: Partial<MediaSnapshot<Data>>): void => {
      if (store.get(key) === reading) store.set(key, { ...reading, ...change })
    }
    try {
      settle({ $status: 'loaded', data: await ask() })
    } catch (error) {
      settle({ $status: 'error', error: toFailure(error) })
      throw toFailure(error)
    }
  }
  return {
    store,
    load(key: string, parameters: object, ask: () => Promise<Data | null>): Promise<void> {
      const signature = JSON.stringify(parameters)
      const known = asked.get(key)
      if (known?.signature === signature && clock.nowMs() - known.atMs < freshMs) return known.answer
      const answer = read(key, ask)
      const mine = { signature, atMs: clock.nowMs(), answer }
      asked.set(key, mine)
      // A failure is not kept: the next who asks tries again.
      answer.catch(() => asked.get(key) === mine && asked.delete(key))
      return answer
    },
    clear() {
      asked.clear()
      store.clear()
    },
  }
}
