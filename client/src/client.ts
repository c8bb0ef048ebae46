import { systemClock, type Clock } from './clock.ts'
import type { Cursors } from './cursors/cursor.ts'
import { createCursors } from './cursors/cursors.ts'
import { createEntities, type EntityStore } from './entities/entities.ts'
import type { Trace } from './inspector.ts'
import { silentLog, type Log } from './log.ts'
import type { Schemas } from './schemas/schema.ts'
import { createSchemas } from './schemas/schemas.ts'
import type { ApplicationCredentials, Session } from './session/session-snapshot.ts'
import { createSession } from './session/session.ts'
import { createCell } from './store/keyed-store.ts'
import type { TextStorage } from './store/text-storage.ts'
import {
  createTransport,
  type Credentials,
  type Transport,
  type TransportOptions,
} from './transport/transport.ts'

/**
 * The core of the data layer of one application: the wire, who is signed in, schemas, entities and cursors.
 * Other nouns attach to it and load with whoever imports them: `cartsOf(client)`.
 */
export interface Client extends Pick<Transport, 'call' | 'urlOf'> {
  readonly session: Session
  readonly schemas: Schemas
  readonly entities: EntityStore
  readonly cursors: Cursors
  /** As given to {@link createClient}, with the clock and the log in their places. */
  readonly options: ClientOptions & Required<Pick<ClientOptions, 'clock' | 'log'>>
  /**
   * Calls the listener when all that was read is to be forgotten: another person comes. Answers how to stop.
   */
  onForget(listener: () => void): () => void
}

/** How an application sets up its data layer; everything has a default but what only it can know. */
export interface ClientOptions extends Pick<
  TransportOptions,
  'baseUrl' | 'fetch' | 'uploader' | 'context' | 'checkAnswer'
> {
  /** `cookie` in a browser; `bearer` for a program. */
  readonly mode?: Credentials['mode']
  /** Language until the user's own is known. */
  readonly locale?: string
  /** Who signs in where no person does. */
  readonly application?: ApplicationCredentials
  /** Keeps what lives on between visits, such as pending downloads: `localStorage`. */
  readonly storage?: TextStorage
  readonly clock?: Clock
  readonly log?: Log
  /** Hears of every step of every machine: `createInspector().trace`, in development. */
  readonly trace?: Trace
  /** Uploads at once, 1 to 10; 3 by default. */
  readonly maxUploads?: number
  /** Records of a cart that are read at once: its ids travel in chunks of `max`, 1 to 200; 100 by default. */
  readonly hugeCarts?: { readonly max: number }
  /** Whether a refused download is split; yes by default. */
  readonly splitCart?: boolean
}

/**
 * Creates the core of the data layer. One for the life of an application; nothing is asked of the server
 * before it is used.
 */
export function createClient(given: ClientOptions = {}): Client {
  const options = { ...given, clock: given.clock ?? systemClock, log: given.log ?? silentLog }
  const { clock, log, application } = options
  const credentials = createCell<Credentials>({ mode: options.mode ?? 'cookie' })
  const transport = createTransport({
    ...options,
    credentials: credentials.get,
    language: () => session.get().locale,
    ready: () => session.ready(),
  })
  const session: Session = createSession({
    transport,
    credentials,
    clock,
    log,
    application,
    locale: options.locale ?? 'en',
  })
  const schemas = createSchemas(transport)
  const entities = createEntities({ transport, log })
  const cursors = createCursors({ transport, schemas, entities, clock, log, trace: options.trace })
  const forgetters = new Set<() => void>([cursors.clear, entities.clear, schemas.clear])
  onNewPerson(session, () => forgetters.forEach((forget) => forget()))
  return {
    call: transport.call,
    urlOf: transport.urlOf,
    session,
    schemas,
    entities,
    cursors,
    options,
    onForget(listener) {
      forgetters.add(listener)
      return () => forgetters.delete(listener)
    },
  }
}

/**
 * What one person has read is not for the next: it goes when somebody signs out or somebody else signs in. A
 * session that only ended loses nothing.
 */
function onNewPerson(session: Session, forget: () => void): void {
  let last: string | null = null
  session.subscribe(() => {
    const { user, status } = session.get()
    const now = user && `${user.isApp ? 'application' : 'user'}/${user.id}`
    if (last !== null && (now === null ? status === 'loaded' : now !== last)) {
      forget()
      last = null
    }
    last = now ?? last
  })
}
