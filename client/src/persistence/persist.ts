import type { Client } from '../client.ts'
import { draftsOf } from '../drafts/drafts.ts'
import type { Changes } from '../entities/entity.ts'

/** A part of the data layer that lives on between visits. */
export interface PersistedPart {
  /** Under which name it is kept. */
  readonly key: string
  /** What is kept, as JSON; undefined: nothing. */
  take(): unknown
  /**
   * Takes up what was kept. Whatever was put into the storage comes here: it is to be looked at before it is
   * believed.
   */
  give(kept: unknown): void
  /** Listens to its changes. */
  subscribe(listener: () => void): () => void
}

/** Changes within this time are written together, milliseconds. */
const writeDelayMs = 250

/**
 * Keeps parts of the data layer in the client's storage, for the signed-in user: what they left is there when
 * they come back, and for nobody else. A storage that is full or forbidden is reported, nothing else. Answers
 * how to stop.
 */
export function persist(client: Client, parts: readonly PersistedPart[]): () => void {
  const {
    session,
    options: { storage, clock, log },
  } = client
  if (!storage) return () => undefined
  const keyOf = ({ key }: PersistedPart): string | undefined =>
    session.get().connected ? `cartouche/${session.get().user?.id}/${key}` : undefined
  const load = (part: PersistedPart): void => {
    try {
      const text = storage.getItem(keyOf(part) ?? '')
      if (text !== null) part.give(JSON.parse(text))
    } catch (error) {
      log('warn', `What was kept of ${part.key} could not be read`, error)
    }
  }
  const save = (part: PersistedPart, key: string): void => {
    try {
      const kept = part.take()
      if (kept === undefined) storage.removeItem(key)
      else storage.setItem(key, JSON.stringify(kept))
    } catch (error) {
      log('warn', `${part.key} could not be kept`, error)
    }
  }
  const callOffs = new Map<PersistedPart, () => void>()
  const plan = (part: PersistedPart): void => {
    const key = keyOf(part)
    callOffs.get(part)?.()
    // What changes because a person went is not what they left.
    if (key !== undefined)
      callOffs.set(
        part,
        clock.after(writeDelayMs, () => save(part, key)),
      )
  }
  let person: number | undefined
  const look = (): void => {
    const now = session.get().connected ? session.get().user?.id : undefined
    if (now === person) return
    person = now
    callOffs.forEach((callOff) => callOff())
    if (now !== undefined) parts.forEach(load)
  }
  look()
  const stops = [session.subscribe(look), ...parts.map((part) => part.subscribe(() => plan(part)))]
  return () => {
    for (const stop of stops) stop()
    callOffs.forEach((callOff) => callOff())
  }
}

/** Drafts of some entities, without the files in them. */
export function persistDrafts(
  client: Client,
  keys: readonly { readonly path: string; readonly id: number | string }[],
): PersistedPart {
  const drafts = draftsOf(client)
  const nameOf = ({ path, id }: { readonly path: string; readonly id: number | string }): string =>
    `${path.slice(path.lastIndexOf('/') + 1)}/${id}`
  return {
    key: 'drafts',
    take() {
      const edited = keys.map(
        (one) =>
          [
            nameOf(one),
            Object.fromEntries(
              Object.entries(drafts.get(nameOf(one)).values).filter(([, value]) => !(value instanceof Blob)),
            ),
          ] as const,
      )
      const kept = edited.filter(([, values]) => Object.keys(values).length > 0)
      return kept.length === 0 ? undefined : Object.fromEntries(kept)
    },
    give(kept) {
      if (!isRecord(kept)) return
      for (const one of keys) {
        const values = kept[nameOf(one)]
        // What is edited already is newer than what was kept.
        if (isRecord(values)) drafts.edit(one.path, one.id, { ...values, ...drafts.get(nameOf(one)).values })
      }
    },
    subscribe: (listener) => stopAll(keys.map((one) => drafts.subscribe(nameOf(one), listener))),
  }
}

/** What the person asks of some cursors: full text, constraints, order. */
export function persistCursors(
  { cursors }: Pick<Client, 'cursors'>,
  names: readonly string[],
): PersistedPart {
  return {
    key: 'cursors',
    take() {
      const known = names.map((name) => cursors.get(name)).filter(({ status }) => status !== 'unknown')
      return known.length === 0
        ? undefined
        : Object.fromEntries(
            known.map(({ name, definition: { fulltext, constraints, orderby } }) => [
              name,
              { fulltext, constraints, orderby },
            ]),
          )
    },
    give(kept) {
      if (!isRecord(kept)) return
      for (const name of names) {
        const asked = kept[name]
        if (!isRecord(asked) || cursors.get(name).status === 'unknown') continue
        const { fulltext, constraints, orderby } = asked
        cursors.change(name, {
          ...(typeof fulltext === 'string' ? { fulltext } : {}),
          ...(typeof orderby === 'string' ? { orderby } : {}),
          ...(isConstraints(constraints) ? { constraints } : {}),
        })
      }
    },
    subscribe: (listener) => stopAll(names.map((name) => cursors.subscribe(name, listener))),
  }
}

function isConstraints(
  value: unknown,
): value is Parameters<Client['cursors']['register']>[0]['constraints'] & object {
  return (
    isRecord(value) &&
    Object.values(value).every(
      (one) =>
        isRecord(one) &&
        typeof one['field'] === 'string' &&
        typeof one['operator'] === 'string' &&
        Array.isArray(one['values']),
    )
  )
}

function isRecord(value: unknown): value is Changes {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function stopAll(stops: readonly (() => void)[]): () => void {
  return () => stops.forEach((stop) => stop())
}
