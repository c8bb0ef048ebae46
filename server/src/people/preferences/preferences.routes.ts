import type { Routes } from '../../access/handler.ts'
import { deletePreference, getPreference, setPreference } from './preferences.ts'

/** Preferences: each person's own. */
export const preferenceRoutes = { getPreference, setPreference, deletePreference } satisfies Routes<
  'getPreference' | 'setPreference' | 'deletePreference'
>
