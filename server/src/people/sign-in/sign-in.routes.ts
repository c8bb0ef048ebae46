import type { Calls } from '@cartouche/contract'
import { organisationOf } from '../branding/read-branding.ts'
import type { Handler, Routes } from '../../access/handler.ts'
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

/** The name is the brand's; where the database does not answer, the one that the settings say. */
const getBrandedConfig: Handler<Calls['getConfig']> = async (context) => ({
  ...(await getConfig(context)),
  organisation: await organisationOf(context).catch(() => context.settings.organisation),
})

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
  getConfig: getBrandedConfig,
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
