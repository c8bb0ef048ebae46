import * as carts from './carts/cart-calls.ts'
import * as archives from './carts/download-cart.ts'
import { findEntities, findEntitiesAsPost } from './entities/find-entities.ts'
import * as entities from './entities/entity-calls.ts'
import * as massimport from './massimport/massimport-calls.ts'
import * as media from './media/media-calls.ts'
import { getSchema } from './schemas/schema-calls.ts'
import * as session from './session/session-calls.ts'
import * as shares from './shares/share-calls.ts'

/** Every call, by name: server routes, the client's functions, OpenAPI and docs derive from this table. */
export const calls = {
  signIn: session.signIn, refreshSession: session.refreshSession, signOut: session.signOut, whoami: session.whoami,
  getProfile: session.getProfile, patchProfile: session.patchProfile, getAuthConfig: session.getAuthConfig, getConfig: session.getConfig,

  getSchema, findEntities, findEntitiesAsPost,
  getEntity: entities.getEntity, getEntityByUuid: entities.getEntityByUuid, createEntity: entities.createEntity,
  patchEntity: entities.patchEntity, deleteEntity: entities.deleteEntity, takeWorkflowAction: entities.takeWorkflowAction,

  getCartUserProfile: carts.getCartUserProfile, listCarts: carts.listCarts, viewCart: carts.viewCart, listCartItems: carts.listCartItems,
  createCart: carts.createCart, editCart: carts.editCart, addCartItems: carts.addCartItems, removeCartItems: carts.removeCartItems,
  deleteCart: carts.deleteCart, listDownloadProfiles: carts.listDownloadProfiles, testZipCart: carts.testZipCart, zipCart: carts.zipCart,
  headArchive: archives.headArchive, downloadArchive: archives.downloadArchive,

  listShareActions: shares.listShareActions, shareCart: shares.shareCart, listShares: shares.listShares, revokeShare: shares.revokeShare,
  viewShare: shares.viewShare, testZipShare: shares.testZipShare, prepareShareZip: shares.prepareShareZip, zipShare: shares.zipShare,
  downloadSharedItem: shares.downloadSharedItem, viewSharedItem: shares.viewSharedItem,

  getVariation: media.getVariation, getVariationByPath: media.getVariationByPath, listVariations: media.listVariations, getPlayer: media.getPlayer,

  createImportJob: massimport.createImportJob, findImportJobs: massimport.findImportJobs, getImportJob: massimport.getImportJob,
  deleteImportJob: massimport.deleteImportJob, uploadImportFiles: massimport.uploadImportFiles,
  findImportItems: massimport.findImportItems, findImportItemsAsPost: massimport.findImportItemsAsPost, editImportJob: massimport.editImportJob,
  listImportChanges: massimport.listImportChanges, deleteImportItem: massimport.deleteImportItem,
} as const

export type Calls = typeof calls
export type CallName = keyof Calls
