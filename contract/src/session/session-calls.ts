import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { flag, id, int, jsonOr } from '../parameters.ts'

/**
 * Tokens of a session. `iat` and `exp` are seconds since 1970. `csrfToken` belongs in every POST of a cookie
 * session.
 * @source wire facts "Session"
 */
export const SessionTokens = z.object({
  tokenType: z.literal('Bearer'),
  accessToken: z.string(),
  refreshToken: z.string(),
  iat: z.number(),
  exp: z.number(),
  csrfToken: z.string(),
})
export type SessionTokens = z.output<typeof SessionTokens>

export const signIn = defineCall({
  name: 'signIn',
  method: 'POST',
  path: '/rest/signin',
  access: 'public',
  startsSession: true,
  status: 201,
  summary: 'Sign in with login and password, or with application credentials',
  source: 'portal §7 Session; wire facts "Session"',
  input: z.object({
    login: z.string().max(200).optional(),
    password: z.string().max(1000).optional(),
    /** Name of the application whose key is `login` and whose secret is `password`. */
    application: z.string().max(200).optional(),
    /** Requested lifetime of the access token, seconds. */
    exp: int.min(60).max(86_400).optional(),
    sessionauth: flag.optional(),
    /** Keep the session in an HttpOnly cookie. */
    cookieauth: flag.optional(),
  }),
  answers: SessionTokens,
  errors: [
    'sign_in_failed',
    'too_many_guesses',
    'password_change_needed',
    'second_factor_needed',
    'second_factor_enrolment_needed',
    'no_application_credential',
  ],
})

export const refreshSession = defineCall({
  name: 'refreshSession',
  method: 'POST',
  path: '/rest/token',
  access: 'public',
  startsSession: true,
  summary: 'Renew a session by its refresh token or its cookie; connects again where a cookie lives',
  source: 'portal §7 Session',
  input: z.object({
    token: z.string().max(500).optional(),
    cookieauth: flag.optional(),
    sessionauth: flag.optional(),
  }),
  answers: SessionTokens,
  errors: ['session_gone', 'sign_in_needed', 'password_change_needed'],
})

export const signOut = defineCall({
  // Public: a session whose time is over can still be renewed, and must be ended too.
  name: 'signOut',
  method: 'POST',
  path: '/rest/signout',
  access: 'public',
  summary: 'End the session',
  source: 'portal §7 Session',
  input: z.object({ token: z.string().max(500).optional(), disconnectsurfer: flag.optional() }),
  answers: z.object({
    signedOut: z.boolean(),
    /** Where the browser goes on, to sign out at its provider of single sign-on too. */
    continueAt: z.string().optional(),
  }),
  errors: [],
})

/** Who is signed in. `role.watermark`: every picture this surfer receives is watermarked. */
export const Surfer = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string(),
  email: z.string().nullish(),
  role: z.object({ id: z.number(), name: z.string(), watermark: z.boolean() }),
  locale: z.string(),
  application: z.object({ id: z.number(), name: z.string() }).nullable(),
  isUser: z.boolean(),
  isApp: z.boolean(),
  userdata: z.object({ contriblangs: z.array(z.object({ code: z.string() })) }),
  /**
   * What the role grants, as `resource/action`, for showing or hiding what can be done; the server decides
   * again on every call.
   */
  grants: z.array(z.string()),
  csrfToken: z.string().optional(),
})
export type Surfer = z.output<typeof Surfer>
export const SurferAnswer = z.object({ response: z.object({ data: Surfer }) })
/** The surfer's own profile; with more where it was asked for. */
export const ProfileAnswer = z.object({
  resource: z.string(),
  headers: z.record(z.string(), z.unknown()).optional(),
  response: z.object({ data: z.looseObject(Surfer.shape) }),
})
export type ProfileAnswer = z.output<typeof ProfileAnswer>

export const whoami = defineCall({
  name: 'whoami',
  method: 'GET',
  path: '/json/whoami',
  access: 'public',
  summary: 'Who is signed in',
  source: 'portal §7 Profile; wire facts "Session"',
  input: z.object({}),
  answers: SurferAnswer,
  errors: ['whoami_refused', 'session_gone'],
})

export const getProfile = defineCall({
  name: 'getProfile',
  method: 'GET',
  path: '/rest/profil/me',
  access: 'signed-in',
  summary: 'The profile of the signed-in user',
  source: 'portal §7 Profile',
  input: z.object({
    /** The fields of users, as in a schema. */
    headers: flag.optional(),
    /** `$faces-{field}`: what this person may change of the own profile. */
    withFacets: flag.optional(),
  }),
  answers: ProfileAnswer,
  errors: [],
})

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** A language that there is, as `fr` or `pt-BR`. */
const language = z
  .string()
  .regex(/^[a-z]{2}([-_][A-Za-z]{2})?$/, 'a language is expected, as fr or pt-BR')
  .refine((code) => languageNames.of(code.slice(0, 2)) !== undefined, 'there is no such language')
const contributionLanguages = z
  .array(z.union([language, z.object({ code: language }).transform(({ code }) => code)]))
  .max(20)
/** Either an address or nothing. */
const email = z.union([z.literal(''), z.email().max(254)])

/** A profile to be made. `role`: its id. `mustChange`: the first sign-in asks for another password. */
const ProfileDraft = z.object({
  login: z.string().trim().min(1).max(200),
  password: z.string().max(1000),
  name: z.string().trim().min(1).max(200),
  email: email.optional(),
  locale: language.optional(),
  role: z.union([id, z.object({ id }).transform((role) => role.id)]),
  mustChange: z.boolean().default(true),
})

export const createProfile = defineCall({
  name: 'createProfile',
  method: 'POST',
  path: '/rest/profil',
  access: 'user/create',
  status: 201,
  summary: 'Create a user who can sign in; `/rest/data/user` with a password does the same',
  source: 'portal §7 Profile',
  input: z.object({ json: jsonOr(ProfileDraft) }),
  answers: z.object({
    resource: z.literal('user'),
    response: z.object({ data: z.object({ id: z.number(), login: z.string(), name: z.string() }) }),
  }),
  errors: [
    'proof_needed',
    'invalid_parameter',
    'password_too_weak',
    'password_is_login',
    'password_too_common',
  ],
})

export const patchProfile = defineCall({
  name: 'patchProfile',
  method: 'POST',
  path: '/rest/profil/me/patch',
  access: 'public',
  summary:
    'Change the own password (login, password, newPassword), language (json {"bolang"}), name, e-mail or languages to write in',
  source: 'portal §5, §7 Profile; decisions 0004, 0112',
  input: z.object({
    /** The own login, where somebody is signed in. */
    login: z.string().max(200).optional(),
    /** The present password; without `newPassword` the new one, for whoever has just proved who they are. */
    password: z.string().max(1000).optional(),
    newPassword: z.string().max(1000).optional(),
    /**
     * The second factor of a user who is not signed in: a code, or what a passkey answered to
     * `signin/passkey/options`.
     */
    code: z.string().trim().max(100).optional(),
    passkey: jsonOr(
      z.object({ challenge: z.string().max(200), response: z.record(z.string(), z.unknown()) }),
    ).optional(),
    json: jsonOr(
      z.object({
        bolang: language.optional(),
        name: z.string().min(1).max(200).optional(),
        email: email.optional(),
        /** Languages that this person writes texts in. */
        contriblangs: contributionLanguages.optional(),
        password: z.string().optional(),
      }),
    ).optional(),
  }),
  answers: z.object({
    response: z.object({
      data: Surfer.partial().extend({
        /** Opens one session by `signin/factor`, for whoever has proved a second factor just now. */
        challenge: z.string().optional(),
      }),
    }),
  }),
  errors: [
    'sign_in_needed',
    'sign_in_failed',
    'too_many_guesses',
    'proof_needed',
    'second_factor_needed',
    'second_factor_failed',
    'challenge_gone',
    'passkey_refused',
    'invalid_parameter',
    'password_endpoint',
    'password_too_weak',
    'password_is_login',
    'password_not_new',
    'password_too_common',
  ],
})

export const updateOwnLanguage = defineCall({
  name: 'updateOwnLanguage',
  method: 'PUT',
  path: '/json/update/data.userlang/{id}',
  alsoBy: ['PATCH', 'POST'],
  access: 'signed-in',
  summary: 'Change the own language, by `prop_bolang` in the address; `patchProfile` does the same',
  source: 'wire facts "Requests": language change',
  input: z.object({ id, json: jsonOr(z.object({ bolang: language })) }),
  answers: ProfileAnswer,
  errors: ['access_denied', 'invalid_parameter'],
})

export const getConfig = defineCall({
  name: 'getConfig',
  method: 'GET',
  path: '/rest/config',
  access: 'public',
  summary: 'What clients must know of the server before a sign-in',
  source: 'portal §7 Session, §3 Server config',
  input: z.object({}),
  answers: z.object({
    versions: z.object({ engine: z.string() }),
    setup: z.object({ dxm: z.boolean(), connection: z.object({ mfaonly: z.boolean() }) }),
    typeEnv: z.string(),
    locale: z.string(),
    organisation: z.string(),
    limits: z.object({
      uploadMaxBytes: z.number(),
      archiveWarnBytes: z.number(),
      archiveMaxBytes: z.number(),
      /** Days that a deleted asset can be restored; 0: it is deleted at once. */
      trashDays: z.number(),
    }),
    /** What whoever runs the server switched on. */
    features: z.object({ reverseSearch: z.boolean() }),
    /** What this machine cannot do, with the reason: film, office. */
    missing: z.array(z.object({ feature: z.string(), reason: z.string() })),
  }),
  errors: [],
})

export const getAvailability = defineCall({
  name: 'getAvailability',
  method: 'GET',
  path: '/wedia/bo/authorizedusers/applications/isAvailable',
  access: 'public',
  summary: 'Whether an application may be used now; it may not while its account is switched off',
  source: 'data-layer §3 Config: availability, §7',
  input: z.object({ applicationName: z.string().max(200).default('') }),
  answers: z.object({ available: z.boolean(), message: z.string() }),
  errors: [],
})
