import type { Carts } from './carts/cart-snapshots.ts'
import type { Cursors } from './cursors/cursor.ts'
import type { Downloads } from './downloads/download.ts'
import type { Entities } from './entities/entity.ts'
import type { Imports } from './imports/import-snapshots.ts'
import type { Schemas } from './schemas/schema.ts'
import type { Session } from './session/session-snapshot.ts'
import type { Shares } from './shares/share-snapshots.ts'
import type { Reads } from './transport/reads.ts'
import type { Transport } from './transport/transport.ts'

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
