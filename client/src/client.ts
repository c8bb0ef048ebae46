import type { Carts } from './carts/cart-snapshots.ts'
import { createCarts } from './carts/carts.ts'
import { systemClock, type Clock } from './clock.ts'
import type { Cursors } from './cursors/cursor.ts'
import { createCursors } from './cursors/cursors.ts'
import type { Downloads } from './downloads/download.ts'
import { createDownloads } from './downloads/downloads.ts'
import type { TextStorage } from './downloads/pending-downloads.ts'
import { createEntities } from './entities/entities.ts'
import type { Entities } from './entities/entity.ts'
import type { Imports } from './imports/import-snapshots.ts'
import { createImports } from './imports/imports.ts'
import { silentLog, type Log } from './log.ts'
import type { Schemas } from './schemas/schema.ts'
import { createSchemas } from './schemas/schemas.ts'
import type { ApplicationCredentials, Session } from './session/session-snapshot.ts'
import { createSession } from './session/session.ts'
import type { Shares } from './shares/share-snapshots.ts'
import { createShares } from './shares/shares.ts'
import { createCell } from './store/keyed-store.ts'
import { createReads, type Reads } from './transport/reads.ts'
import { createTransport, type Credentials, type Transport, type TransportOptions } from './transport/transport.ts'

/** The data layer of one application: the wire, and a store for every noun. */
export interface Client extends Pick<Transport, 'call' | 'urlOf'> {
  /** Plain reads, kept for a while: config, renditions, profiles. */
  readonly reads: Reads
  readonly session: Session
  readonly schemas: Schemas
  readonly entities: Entities
  readonly cursors: Cursors
  readonly carts: Carts
  readonly shares: Shares
  readonly downloads: Downloads
  readonly imports: Imports
}

/** How an application sets up its data layer; everything has a default but what only it can know. */
export interface ClientOptions extends Pick<TransportOptions, 'baseUrl' | 'fetch' | 'uploader' | 'context' | 'checkAnswers'> {
  /** `cookie` in a browser; `bearer` for a program. */
  readonly mode?: Credentials['mode']
  /** Language until the surfer's own is known. */
  readonly locale?: string
  /** Who signs in where no person does. */
  readonly application?: ApplicationCredentials
  /** Keeps pending downloads between visits: `localStorage`. */
  readonly storage?: TextStorage
  readonly clock?: Clock
  readonly log?: Log
  /** Uploads at once, 1 to 10; 3 unless said otherwise. */
  readonly maxUploads?: number
  /** Whether a refused download is split; yes unless said otherwise. */
  readonly splitCart?: boolean
}

/** Creates the data layer. One for the life of an application; nothing is asked of the server before it is used. */
export function createClient(options: ClientOptions = {}): Client {
  const { clock = systemClock, log = silentLog, application, storage, maxUploads, splitCart } = options
  const credentials = createCell<Credentials>({ mode: options.mode ?? 'cookie' })
  const locale = options.locale ?? 'en'
  const transport = createTransport({ ...options, clock, credentials: credentials.get, language: () => session.get().locale, ready: () => session.ready() })
  const session: Session = createSession({ transport, credentials, clock, log, application, locale })
  const schemas = createSchemas(transport)
  const entities = createEntities({ transport, schemas, log })
  const client: Client = {
    call: transport.call, urlOf: transport.urlOf, reads: createReads(transport), session, schemas, entities,
    cursors: createCursors({ transport, schemas, entities, clock }), carts: createCarts({ transport, log }), shares: createShares(transport),
    downloads: createDownloads({ transport, clock, log, storage, splitCart }), imports: createImports({ transport, clock, log, maxUploads }),
  }
  forgetOthers(client)
  return client
}

/** What one person has read is not for the next: it goes when somebody signs out or somebody else signs in. A session that only ended loses nothing. */
function forgetOthers({ session, reads, schemas, entities, cursors, carts, shares, downloads, imports }: Client): void {
  let last: string | null = null
  session.subscribe(() => {
    const { surfer, status } = session.get()
    const now = surfer && `${surfer.isApp ? 'application' : 'user'}/${surfer.id}`
    if (last !== null && (now === null ? status === 'loaded' : now !== last)) {
      for (const store of [reads, cursors, entities, schemas, carts, shares, downloads, imports]) store.clear()
      last = null
    }
    last = now ?? last
  })
}
