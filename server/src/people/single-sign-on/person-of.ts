import type { Provider } from '../../ground/settings/provider-settings.ts'

/** What a provider says of a person, by claim. */
export type Claims = Readonly<Record<string, unknown>>

/** A person as the mapping makes it of claims. What the provider does not say is undefined. */
export interface SignedOnPerson {
  readonly subject: string
  readonly login: string
  readonly name: string | undefined
  readonly email: string | undefined
  readonly locale: string | undefined
  /** Name of the role by the groups; undefined where the mapping names none. */
  readonly role: string | undefined
  /** Whether the groups decide on the role at every sign-in. */
  readonly followsGroups: boolean
}

/** Why claims make no person; logged, and not sent to the browser. */
export class ClaimsError extends Error {
  override name = 'ClaimsError'
}

const defaults = {
  oidc: {
    subject: 'sub',
    login: 'preferred_username',
    name: 'name',
    email: 'email',
    locale: 'locale',
    groups: 'groups',
  },
  saml: {
    subject: 'nameID',
    login: 'nameID',
    name: 'displayName',
    email: 'mail',
    locale: 'preferredLanguage',
    groups: 'groups',
  },
} as const

/**
 * Makes a person of the claims of a provider, by its mapping.
 * @throws ClaimsError where subject, login or role is missing, or the login is an address that nobody has
 * checked
 */
export function personOf(
  { kind, mapping }: Pick<Provider, 'kind' | 'mapping'>,
  claims: Claims,
): SignedOnPerson {
  const nameOf = (field: keyof (typeof defaults)['oidc']): string => mapping[field] ?? defaults[kind][field]
  const read = (field: keyof (typeof defaults)['oidc'], maxLength: number): string | undefined =>
    textOf(claims[nameOf(field)])?.slice(0, maxLength)
  const [subject, login] = [read('subject', 500), read('login', 200)]
  if (!subject) throw new ClaimsError(`the claim ${nameOf('subject')} is missing`)
  if (!login) throw new ClaimsError(`the claim ${nameOf('login')} is missing`)
  // A provider that does not say so has not checked it.
  if (kind === 'oidc' && nameOf('login') === 'email' && !isVerified(claims))
    throw new ClaimsError('the e-mail address has not been verified')
  const groups = listOf(claims[nameOf('groups')])
  const role = mapping.roles.find(({ group }) => groups.includes(group))?.role ?? mapping.defaultRole
  if (mapping.roles.length > 0 && role === undefined)
    throw new ClaimsError('the person is in none of the groups that may enter')
  const locale = read('locale', 20)?.replace('_', '-')
  return {
    subject,
    login,
    name: read('name', 200),
    email: read('email', 254),
    locale: locale && /^[a-z]{2}(-[A-Za-z]{2})?$/.test(locale) ? locale : undefined,
    role,
    followsGroups: mapping.roles.length > 0,
  }
}

/** Some providers say it as text. @source OpenID Connect Core §5.1 */
function isVerified({ email_verified: isTrue }: Claims): boolean {
  return isTrue === true || isTrue === 'true'
}

function textOf(value: unknown): string | undefined {
  const [first] = listOf(value)
  return first?.replaceAll('\0', '').trim() || undefined
}

function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')
}
