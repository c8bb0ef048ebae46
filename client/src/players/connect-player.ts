import { createCell, type Readable } from '../store/keyed-store.ts'

/** What a player takes from the page around it. */
export const playerActions = ['play', 'pause', 'seek', 'mute', 'unmute', 'speed', 'subtitles'] as const
export type PlayerAction = (typeof playerActions)[number]

/** What a player in a frame last said of itself. Times in seconds. */
export interface PlayerState {
  /** What it takes, as it listed; empty before it did, and of a picture. */
  readonly actions: readonly PlayerAction[]
  readonly isPlaying: boolean
  readonly hasEnded: boolean
  readonly hasFailed: boolean
  readonly timeSeconds: number
  readonly durationSeconds: number
}

/** The window in a frame, as far as it is needed. */
export interface PlayerWindow {
  postMessage(message: unknown, targetOrigin: string): void
}

/** A window that hears messages, as far as it is needed. */
export interface MessageListener {
  addEventListener(type: 'message', listener: (event: PlayerMessage) => void): void
  removeEventListener(type: 'message', listener: (event: PlayerMessage) => void): void
}
export interface PlayerMessage {
  readonly source: unknown
  readonly origin: string
  readonly data: unknown
}

/** A player in a frame: what it says of itself, and its controls. */
export interface ConnectedPlayer extends Readable<PlayerState> {
  /** Asks it to list its actions again; it does so by itself when it is there. */
  listActions(): void
  play(): void
  pause(): void
  /** Seconds from the start. */
  seek(timeSeconds: number): void
  mute(): void
  unmute(): void
  /** 1 is as it was recorded; from 0.25 to 4. */
  speed(rate: number): void
  /** Turns subtitles off, or on again. */
  subtitles(): void
  disconnect(): void
}

const unheard: PlayerState = {
  actions: [],
  isPlaying: false,
  hasEnded: false,
  hasFailed: false,
  timeSeconds: 0,
  durationSeconds: 0,
}

/**
 * Listens to the player in a frame and speaks to it. Messages of any other window or server are passed over.
 * @param around the window whose page has the frame
 * @param frame the window in the frame; asked for each time, as frames load later and again
 * @param origin of the server that the player comes from
 * @param onPoster somebody asks in the player, by `G`, that the frame that is shown be its picture
 * @source portal §7 and data-layer §7: a message listener receives listActions from the player frame
 */
export function connectPlayer(
  around: MessageListener,
  frame: () => PlayerWindow | null | undefined,
  origin: string,
  onPoster: () => void = () => {},
): ConnectedPlayer {
  const state = createCell<PlayerState>(unheard)
  const hear = ({ source, origin: from, data }: PlayerMessage): void => {
    if (source === null || source !== frame() || from !== origin) return
    const change = changeOf(data)
    if (change) state.set({ ...state.get(), ...change })
    if (change && asksForPoster(data)) onPoster()
  }
  const send = (action: PlayerAction | 'listActions', more: object = {}): void =>
    frame()?.postMessage({ action, ...more }, origin)
  around.addEventListener('message', hear)
  return {
    get: state.get,
    subscribe: state.subscribe,
    listActions: () => send('listActions'),
    play: () => send('play'),
    pause: () => send('pause'),
    seek: (time) => send('seek', { time }),
    mute: () => send('mute'),
    unmute: () => send('unmute'),
    speed: (rate) => send('speed', { rate }),
    subtitles: () => send('subtitles'),
    disconnect: () => around.removeEventListener('message', hear),
  }
}

/** What a message says; undefined for one that is none of a player's. */
function changeOf(data: unknown): Partial<PlayerState> | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { type, event, actions, time, duration } = data as Readonly<Record<string, unknown>>
  if (type === 'listActions')
    return Array.isArray(actions)
      ? { actions: playerActions.filter((action) => actions.includes(action)) }
      : undefined
  if (type !== 'player') return undefined
  return {
    ...changes[String(event)],
    ...(isSeconds(time) && { timeSeconds: time }),
    ...(isSeconds(duration) && { durationSeconds: duration }),
  }
}

function asksForPoster(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'event' in data && data.event === 'poster'
}

const changes: Readonly<Record<string, Partial<PlayerState>>> = {
  play: { isPlaying: true, hasEnded: false, hasFailed: false },
  pause: { isPlaying: false },
  ended: { isPlaying: false, hasEnded: true },
  error: { isPlaying: false, hasFailed: true },
}

function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}
