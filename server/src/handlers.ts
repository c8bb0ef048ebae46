import type { CallName } from '@cartouche/contract'
import { cartRoutes } from './carts/carts.routes.ts'
import { downloadRoutes } from './downloads/downloads.routes.ts'
import { entityRoutes } from './entities/entities.routes.ts'
import type { Routes } from './http/handler.ts'
import { massimportRoutes } from './massimport/massimport.routes.ts'
import { variationRoutes } from './renditions/variations.routes.ts'
import { sessionRoutes } from './session/session.routes.ts'
import { shareRoutes } from './shares/shares.routes.ts'

/** The domain function behind every call of the contract; one that is missing does not compile. */
export const handlers: Routes<CallName> = {
  ...sessionRoutes, ...entityRoutes, ...cartRoutes, ...downloadRoutes, ...shareRoutes, ...variationRoutes, ...massimportRoutes,
}
