import type { Routes } from '../../access/handler.ts'
import { getFactors } from './get-factors.ts'
import { getProof, proveIdentity, startPasskeyProof } from './prove-identity.ts'
import { createPasskey, deletePasskey, getPasskeyCreation, updatePasskey } from './passkeys.ts'
import { signInWithFactor } from './sign-in-with-factor.ts'
import { getPasskeyRequest, signInWithPasskey } from './sign-in-with-passkey.ts'
import { confirmTotp, deleteTotp, renewRecoveryCodes, startTotp } from './totp.ts'

/** Handlers of the calls of second factors. */
export const factorRoutes = {
  getProof,
  startPasskeyProof,
  proveIdentity,
  signInWithFactor,
  getPasskeyRequest,
  signInWithPasskey,
  getFactors,
  startTotp,
  confirmTotp,
  deleteTotp,
  renewRecoveryCodes,
  getPasskeyCreation,
  createPasskey,
  updatePasskey,
  deletePasskey,
} satisfies Routes<
  | 'getProof'
  | 'startPasskeyProof'
  | 'proveIdentity'
  | 'signInWithFactor'
  | 'getPasskeyRequest'
  | 'signInWithPasskey'
  | 'getFactors'
  | 'startTotp'
  | 'confirmTotp'
  | 'deleteTotp'
  | 'renewRecoveryCodes'
  | 'getPasskeyCreation'
  | 'createPasskey'
  | 'updatePasskey'
  | 'deletePasskey'
>
