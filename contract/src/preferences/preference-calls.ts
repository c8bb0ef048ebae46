import { z } from 'zod'
import { defineCall } from '../define-call.ts'

/** The namespace of whoever gives none. @source portal §9 */
export const defaultNamespace = 'vue-app'

/** Characters of a preference's value at most: room for some hundred bookmarks. @source decision 0061 */
const longestValue = 200_000

const namespace = z.string().min(1).max(200).default(defaultNamespace)
const key = z.string().min(1).max(200)

/**
 * One preference of the caller. `value` is JSON text, byte for byte as it was set; `type` is the client's own
 * word for its kind.
 * @source portal §3 User preference
 */
export const Preference = z.object({
  namespace: z.string(),
  key: z.string(),
  type: z.string(),
  value: z.string(),
})

/** An answer with a preference; `data` is empty where there is none. @source wire facts "Preferences" */
export const PreferenceAnswer = z.object({
  response: z.object({ data: z.union([Preference, z.strictObject({})]) }),
})

/** What a form sends is text already; a value in a JSON body is put into text. */
const value = z
  .unknown()
  .transform((given) =>
    typeof given === 'string' ? given : given === undefined ? undefined : JSON.stringify(given),
  )
  .pipe(
    z
      .string({ error: 'a value is expected' })
      .max(longestValue, `it is too long: ${longestValue} characters at most`),
  )

const path = '/json/userpref'
const alsoAt = ['/json/userpref/{namespace}/{key}']

export const getPreference = defineCall({
  name: 'getPreference',
  method: 'GET',
  path,
  alsoAt,
  access: 'signed-in',
  summary: 'One preference of the surfer; empty data where there is none',
  source: 'portal §7 Preferences; wire facts "Preferences"',
  input: z.object({ namespace, key }),
  answers: PreferenceAnswer,
  errors: [],
})

export const setPreference = defineCall({
  name: 'setPreference',
  method: 'POST',
  path,
  alsoAt,
  alsoBy: ['PUT', 'PATCH'],
  access: 'signed-in',
  summary: 'Set a preference of the surfer, in the place of the one before',
  source: 'portal §7 Preferences; wire facts "Preferences"; decision 0061',
  input: z.object({ namespace, key, type: z.string().max(64).default('string'), value }),
  answers: PreferenceAnswer,
  errors: ['access_denied', 'preferences_full'],
})

export const deletePreference = defineCall({
  name: 'deletePreference',
  method: 'DELETE',
  path,
  alsoAt,
  access: 'signed-in',
  summary: 'Take a preference of the surfer away',
  source: 'portal §7 Preferences; wire facts "Preferences"',
  input: z.object({ namespace, key }),
  answers: PreferenceAnswer,
  errors: ['access_denied'],
})
