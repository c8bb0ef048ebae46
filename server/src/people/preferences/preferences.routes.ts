import type { Routes } from '../../access/handler.ts'
import { deletePreference } from './delete-preference.ts'
import { getPreference } from './get-preference.ts'
import { setPreference } from './set-preference.ts'

/** Preferences: each person's own. */
export const preferenceRoutes = { getPreference, setPreference, deletePreference } satisfies Routes<
  'getPreference' | 'setPreference' | 'deletePreference'
>
