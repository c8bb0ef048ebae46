import { readFileSync } from 'node:fs'
import { X509Certificate } from 'node:crypto'
import { z } from 'zod'

const claim = z.string().min(1).max(300)

/** Which claims of a provider become what of the profile, and which of its groups what role. */
const Mapping = z.strictObject({
  /**
   * Who it is to the provider, for good; `sub` of OpenID Connect and the name id of SAML unless said
   * otherwise.
   */
  subject: claim.optional(),
  login: claim.optional(),
  name: claim.optional(),
  email: claim.optional(),
  locale: claim.optional(),
  groups: claim.optional(),
  /**
   * Roles by group: the first that the person is in counts. With any, the role follows the groups at every
   * sign-in.
   */
  roles: z.array(z.strictObject({ group: z.string().min(1), role: z.string().min(1) })).default([]),
  /** Role of whoever is in none of the groups; without it they are refused. */
  defaultRole: z.string().min(1).optional(),
})

const shared = {
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must have 1 to 40 small letters, digits and dashes'),
  name: z.string().trim().min(1).max(60),
  mapping: Mapping.default({ roles: [] }),
  /** Whether a person whose login a local account has already gets that account. */
  takesOverLogins: z.boolean().default(false),
  /** Whether the provider's sign-in is enough where a second factor is due here. */
  isTrustedForSecondFactor: z.boolean().default(false),
}

const Oidc = z.strictObject({
  kind: z.literal('oidc'),
  ...shared,
  issuer: z.url().refine(isSafe, 'must be an https address; http only for this machine'),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1).optional(),
  scope: z.string().default('openid profile email'),
  /** Whether who signs out here is led to the provider, to sign out there too. */
  signsOutAtProvider: z.boolean().default(false),
})
const Saml = z.strictObject({
  kind: z.literal('saml'),
  ...shared,
  entryPoint: z.url().refine(isSafe, 'must be an https address; http only for this machine'),
  /** The certificate of the provider, in PEM; several while it is being changed. */
  certificate: z
    .union([z.string(), z.array(z.string()).min(1)])
    .transform((given) => (typeof given === 'string' ? [given] : given))
    .refine((all) => all.every(isCertificate), 'must be a certificate in PEM'),
  /** Entity id of the provider. */
  idpIssuer: z.string().min(1),
  issuer: z.string().min(1).default('cartouche'),
})

/** A provider of OpenID Connect. */
export type OidcProvider = z.output<typeof Oidc>
/** A provider of SAML 2. */
export type SamlProvider = z.output<typeof Saml>
/** A provider of single sign-on, as the settings give it. */
export type Provider = OidcProvider | SamlProvider

const Providers = z
  .array(z.discriminatedUnion('kind', [Oidc, Saml]))
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must not name two providers alike')

/**
 * The providers of single sign-on from their setting: JSON, or the path of a file that holds it.
 * @throws Error whose message says what is wrong, without any secret
 */
export function readProviders(setting: string): Provider[] {
  const text = /^\s*\[/.test(setting) ? setting : readText(setting.trim())
  const parsed = Providers.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new Error(
    parsed.error.issues
      .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
      .join('; '),
  )
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`the file ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error('it is not JSON', { cause: error })
  }
}

function isSafe(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname))
}

/** Whether a host is this machine: nothing that is said to it leaves it. */
export function isThisMachine(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined
  } catch {
    return false
  }
}
