import type { Routes } from '../http/handler.ts'
import { getAuthConfig } from './get-auth-config.ts'
import { getConfig } from './get-config.ts'
import { patchProfile } from './patch-profile.ts'
import { refreshSession } from './refresh-session.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { getProfile, whoami } from './whoami.ts'

/** Handlers of the session's calls. */
export const sessionRoutes = {
  signIn, refreshSession, signOut, whoami, getProfile, patchProfile, getAuthConfig, getConfig,
} satisfies Routes<'signIn' | 'refreshSession' | 'signOut' | 'whoami' | 'getProfile' | 'patchProfile' | 'getAuthConfig' | 'getConfig'>
