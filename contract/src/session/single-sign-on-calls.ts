import { z } from 'zod'
import { bytes, defineCall, redirect } from '../define-call.ts'
import { flag } from '../parameters.ts'

/** A provider of single sign-on. `url`: where a browser goes to sign in with it; it comes back signed in. */
export const SingleSignOnProvider = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['oidc', 'saml']),
  url: z.string(),
})
export type SingleSignOnProvider = z.output<typeof SingleSignOnProvider>

const provider = z.string().max(40)

export const getAuthConfig = defineCall({
  name: 'getAuthConfig',
  method: 'GET',
  path: '/rest/auth/config',
  access: 'public',
  summary: 'Providers of single sign-on',
  source: 'portal §7 Session, §3 SSO state; wire facts "Session"',
  input: z.object({
    /** Where to go on after the sign-in: a path of this server; anything else is its start. */
    relativeURL: z.string().max(2000).optional(),
  }),
  answers: z.object({ status: z.string(), providers: z.array(SingleSignOnProvider) }),
  errors: [],
})

export const startSingleSignOn = defineCall({
  name: 'startSingleSignOn',
  method: 'GET',
  path: '/rest/auth/start/{provider}',
  access: 'public',
  status: 303,
  summary: 'Send the browser to a provider of single sign-on',
  source: 'decision 0066',
  input: z.object({
    provider,
    relativeURL: z.string().max(2000).optional(),
    /**
     * The provider makes sure who it is, where the person signed in there more than ten minutes ago: the
     * session is proven.
     */
    fresh: flag.optional(),
  }),
  answers: redirect,
  errors: ['provider_not_found'],
})

export const takeOidcAnswer = defineCall({
  name: 'takeOidcAnswer',
  method: 'GET',
  path: '/rest/auth/callback/{provider}',
  access: 'public',
  status: 303,
  summary: 'Where a provider of OpenID Connect sends the browser back to',
  source: 'decision 0066; OpenID Connect Core §3.1.2.5',
  input: z.object({
    provider,
    state: z.string().max(500).optional(),
    code: z.string().max(4000).optional(),
    iss: z.string().max(500).optional(),
    session_state: z.string().max(500).optional(),
    error: z.string().max(200).optional(),
    error_description: z.string().max(2000).optional(),
  }),
  answers: redirect,
  errors: ['provider_not_found'],
})

export const takeSamlAnswer = defineCall({
  name: 'takeSamlAnswer',
  method: 'POST',
  path: '/rest/auth/callback/{provider}',
  access: 'public',
  fromOtherSites: true,
  status: 303,
  // An answer that names hundreds of groups has some 100 KB, a third more in base64.
  maxBodyBytes: 512 * 1024,
  summary: 'Where a browser brings the answer of a SAML provider to',
  source: 'decision 0066; SAML 2.0 bindings §3.5',
  input: z.object({
    provider,
    SAMLResponse: z.string().max(400_000).default(''),
    RelayState: z.string().max(500).default(''),
  }),
  answers: redirect,
  errors: ['provider_not_found'],
})

export const finishSingleSignOn = defineCall({
  name: 'finishSingleSignOn',
  method: 'GET',
  path: '/rest/auth/finish/{provider}',
  access: 'public',
  status: 303,
  summary: 'Sign in what a SAML provider answered, in the browser that asked',
  source: 'decision 0066',
  input: z.object({ provider, answer: z.string().max(200) }),
  answers: redirect,
  errors: ['provider_not_found'],
})

export const getSamlMetadata = defineCall({
  name: 'getSamlMetadata',
  method: 'GET',
  path: '/rest/auth/metadata/{provider}',
  access: 'public',
  summary: 'What a SAML provider must know of this server',
  source: 'SAML 2.0 metadata',
  input: z.object({ provider }),
  answers: bytes,
  errors: ['provider_not_found'],
})
