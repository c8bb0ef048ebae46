import { ApiError, type Factors, type ListedSession, type SessionTokens } from '@cartouche/contract'
import type { FakeHandlers } from './fake-routes.ts'

/** The account of the fake server with a second factor, its code, and the provider of single sign-on. */
export const carefulLogin = 'careful'
export const carefulCode = '123456'
const provider = { id: 'museum', name: 'Museum', kind: 'oidc' as const, url: '/api/rest/auth/start/museum' }
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `code-${index}`)

const requireCode = (code: string): void => {
  if (code !== carefulCode) throw new ApiError('second_factor_failed')
}

/**
 * What the fake server does about second factors, lists of sessions and single sign-on. `give` opens a
 * session of a login.
 */
export function factorHandlers(
  give: (login: string, inCookie?: boolean) => SessionTokens,
): FakeHandlers & { readonly refuseCareful: (login: string) => void } {
  return { ...signInHandlers(give), ...ownFactorHandlers(), ...sessionHandlers() }
}

function signInHandlers(
  give: (login: string, inCookie?: boolean) => SessionTokens,
): FakeHandlers & { readonly refuseCareful: (login: string) => void } {
  const challenges = new Map<string, string>()
  const take = (challenge: string): string => {
    const login = challenges.get(challenge)
    if (login === undefined) throw new ApiError('challenge_gone')
    challenges.delete(challenge)
    return login
  }
  return {
    refuseCareful(login) {
      if (login !== carefulLogin) return
      const challenge = `challenge-${challenges.size + 1}`
      challenges.set(challenge, login)
      throw new ApiError('second_factor_needed', { challenge, methods: 'totp,recovery,passkey' })
    },
    signInWithFactor({ challenge, code, cookieauth }) {
      if (!challenges.has(challenge)) throw new ApiError('challenge_gone')
      requireCode(code ?? '')
      return give(take(challenge), cookieauth)
    },
    getPasskeyRequest({ challenge }) {
      challenges.set('passkey-challenge', challenge === undefined ? 'editor' : take(challenge))
      return { challenge: 'passkey-challenge', options: { challenge: 'abc' } }
    },
    signInWithPasskey({ challenge, response, cookieauth }) {
      const login = take(challenge)
      if (response['id'] !== 'good') throw new ApiError('passkey_refused')
      return give(login, cookieauth)
    },
    getAuthConfig: ({ relativeURL }) => ({
      status: 'ok',
      providers: [
        {
          ...provider,
          url:
            relativeURL === undefined
              ? provider.url
              : `${provider.url}?relativeURL=${encodeURIComponent(relativeURL)}`,
        },
      ],
    }),
  }
}

function ownFactorHandlers(): FakeHandlers {
  let factors: Factors = { totp: false, recoveryCodesLeft: 0, passkeys: [], required: false }
  return {
    getFactors: () => ({ response: { data: factors } }),
    startTotp: () => ({
      secret: 'SECRET',
      address: 'otpauth://totp/x',
      picture: 'data:image/svg+xml;base64,',
    }),
    confirmTotp({ code }) {
      requireCode(code)
      factors = { ...factors, totp: true, recoveryCodesLeft: 10 }
      return { recoveryCodes }
    },
    deleteTotp({ code }) {
      requireCode(code)
      factors = { ...factors, totp: false, recoveryCodesLeft: 0 }
      return { response: { data: factors } }
    },
    renewRecoveryCodes({ code }) {
      requireCode(code)
      return { recoveryCodes }
    },
    getPasskeyCreation: () => ({ registration: 'registration', options: { challenge: 'abc' } }),
    createPasskey({ registration, response, name }) {
      if (registration !== 'registration') throw new ApiError('challenge_gone')
      const passkey = {
        id: String(response['id']),
        name,
        isSynced: false,
        isUsable: true,
        createdAt: '2026-01-01T00:00:00.000Z',
        usedAt: null,
      }
      factors = { ...factors, passkeys: [...factors.passkeys, passkey] }
      return { response: { data: passkey } }
    },
    updatePasskey({ id, name }) {
      factors = {
        ...factors,
        passkeys: factors.passkeys.map((passkey) => (passkey.id === id ? { ...passkey, name } : passkey)),
      }
      const passkey = factors.passkeys.find((one) => one.id === id)
      if (!passkey) throw new ApiError('passkey_not_found')
      return { response: { data: passkey } }
    },
    deletePasskey({ id }) {
      if (!factors.passkeys.some((passkey) => passkey.id === id)) throw new ApiError('passkey_not_found')
      factors = { ...factors, passkeys: factors.passkeys.filter((passkey) => passkey.id !== id) }
      return { response: { data: factors } }
    },
  }
}

function sessionHandlers(): FakeHandlers {
  let sessions: ListedSession[] = [
    '00000000-0000-4000-8000-000000000001',
    '00000000-0000-4000-8000-000000000002',
  ].map((id, index) => ({
    id,
    device: index === 0 ? 'This browser' : 'A phone',
    network: '192.0.2.0/24',
    method: 'password',
    startedAt: '2026-01-01T00:00:00.000Z',
    seenAt: '2026-01-02T00:00:00.000Z',
    own: index === 0,
  }))
  return {
    listSessions: () => ({ response: { data: sessions } }),
    endSession({ id }) {
      if (!sessions.some((session) => session.id === id)) throw new ApiError('session_not_found')
      sessions = sessions.filter((session) => session.id !== id)
      return { ended: 1 }
    },
    endSessions() {
      const before = sessions.length
      sessions = sessions.filter(({ own }) => own)
      return { ended: before - sessions.length }
    },
  }
}
