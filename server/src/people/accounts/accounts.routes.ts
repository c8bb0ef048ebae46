import type { Routes } from '../../access/handler.ts'
import { deleteAccount, resetFactors, resetPassword, rotateSecret, updateAccount } from './change-account.ts'
import { findAccounts, getAccount } from './find-accounts.ts'
import { createApplication, createUser } from './make-account.ts'

/** Handlers of the calls by which users and applications are administered. */
export const accountRoutes = {
  findAccounts,
  getAccount,
  createUser,
  createApplication,
  updateAccount,
  resetPassword,
  resetFactors,
  rotateSecret,
  deleteAccount,
} satisfies Routes<
  | 'findAccounts'
  | 'getAccount'
  | 'createUser'
  | 'createApplication'
  | 'updateAccount'
  | 'resetPassword'
  | 'resetFactors'
  | 'rotateSecret'
  | 'deleteAccount'
>
