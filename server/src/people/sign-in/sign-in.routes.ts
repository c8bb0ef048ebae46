import { organisationOf } from '../branding/read-branding.ts'
import type { Routes } from '../../access/handler.ts'
import { createProfile } from '../accounts/create-profile.ts'
import { getAvailability } from './get-availability.ts'
import { getConfig } from './get-config.ts'
import { getProfile } from './get-profile.ts'
import { endSession, endSessions, listSessions } from './list-sessions.ts'
import { patchProfile, updateOwnLanguage } from './patch-profile.ts'
import { refreshSession } from './refresh-session.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { whoami } from '../session/whoami.ts'

/** Handlers of the session's calls. */
export const sessionRoutes = {
  signIn,
  refreshSession,
  signOut,
  whoami,
  getProfile,
  patchProfile,
  createProfile,
  updateOwnLanguage,
  getAvailability,
  listSessions,
  endSession,
  endSessions,
  // The name is the brand's; where the database does not answer, the one of the settings.
  getConfig: async (context) => ({
    ...(await getConfig(context)),
    organisation: await organisationOf(context).catch(() => context.settings.organisation),
  }),
} satisfies Routes<
  | 'signIn'
  | 'refreshSession'
  | 'signOut'
  | 'whoami'
  | 'getProfile'
  | 'patchProfile'
  | 'createProfile'
  | 'updateOwnLanguage'
  | 'getConfig'
  | 'getAvailability'
  | 'listSessions'
  | 'endSession'
  | 'endSessions'
>
