import type { Routes } from '../../access/handler.ts'
import { deleteAccount, resetFactors, resetPassword, updateAccount } from './change-account.ts'
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
  deleteAccount,
} satisfies Routes<
  | 'findAccounts'
  | 'getAccount'
  | 'createUser'
  | 'createApplication'
  | 'updateAccount'
  | 'resetPassword'
  | 'resetFactors'
  | 'deleteAccount'
>
