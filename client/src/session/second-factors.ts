import { calls, type CallAnswer, type Calls, type Factors, type Passkey } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import type { Client } from '../client.ts'
import type { Readable } from '../store/keyed-store.ts'
import { createCachedAnswer, type CachedAnswer } from './cached-answer.ts'

/** What a browser and an authenticator say to each other, as JSON. @source W3C WebAuthn Level 3 */
export type WebAuthnJson = Record<string, unknown>

/**
 * Second factors of the signed-in user. Where the sign-in asked for an enrolment first
 * (`second_factor_enrolment_needed`), its challenge takes the place of a session.
 */
export interface SecondFactors extends Readable<CachedAnswer<Factors>> {
  fetch(): Promise<void>
  /** A new secret for an authenticator application, with its QR code; good once a code is confirmed. */
  startTotp(challenge?: string): Promise<CallAnswer<Calls['startTotp']>>
  /**
   * Sets the codes up.
   * @returns the recovery codes, shown only now.
   * @throws second_factor_failed, too_many_guesses
   */
  confirmTotp(code: string, challenge?: string): Promise<readonly string[]>
  /** @throws second_factor_failed, second_factor_last, too_many_guesses */
  deleteTotp(code: string): Promise<void>
  /** New recovery codes in place of those before. @throws second_factor_failed, too_many_guesses */
  renewRecoveryCodes(code: string): Promise<readonly string[]>
  /**
   * Makes a passkey: `create` is what asks the browser for it.
   * @throws passkey_refused, and what `create` throws
   */
  createPasskey(options: {
    readonly name: string
    readonly challenge?: string
    readonly create: (options: WebAuthnJson) => Promise<WebAuthnJson>
  }): Promise<Passkey>
  /** @throws passkey_not_found */
  renamePasskey(id: string, name: string): Promise<void>
  /** @throws passkey_not_found, second_factor_last */
  deletePasskey(id: string): Promise<void>
  /**
   * Goes on with a sign-in by its challenge: with a code, with the answer of a passkey, or after an enrolment
   * with nothing else.
   * @throws second_factor_failed, challenge_gone, passkey_refused, too_many_guesses, password_change_needed
   */
  signIn(answer: {
    readonly challenge: string
    readonly code?: string
    readonly passkey?: WebAuthnJson
  }): Promise<void>
  /**
   * What a browser needs to ask for a passkey: any of this site, or with the challenge of a sign-in one of
   * that person. The answer is for `signIn`.
   */
  askForPasskey(challenge?: string): Promise<CallAnswer<Calls['getPasskeyRequest']>>
  clear(): void
}

/** The second factors of a client's person. */
export const secondFactorsOf = attach(createSecondFactors)

function createSecondFactors({ call, session }: Client): SecondFactors {
  const kept = createCachedAnswer<Factors>()
  const fetch = (): Promise<void> => kept.load(async () => (await call(calls.getFactors, {})).response.data)
  /** During an enrolment there is nobody yet whose factors could be read. */
  const refresh = async (): Promise<void> => (session.get().connected ? fetch() : undefined)
  const enrolling = (challenge: string | undefined): { challenge?: string } =>
    challenge === undefined ? {} : { challenge }
  return {
    get: kept.get,
    subscribe: kept.subscribe,
    clear: kept.clear,
    fetch,
    startTotp: (challenge) => call(calls.startTotp, enrolling(challenge)),
    async confirmTotp(code, challenge) {
      const { recoveryCodes } = await call(calls.confirmTotp, { code, ...enrolling(challenge) })
      await refresh()
      return recoveryCodes
    },
    deleteTotp: async (code) => kept.set((await call(calls.deleteTotp, { code })).response.data),
    async renewRecoveryCodes(code) {
      const { recoveryCodes } = await call(calls.renewRecoveryCodes, { code })
      await refresh()
      return recoveryCodes
    },
    async createPasskey({ name, challenge, create }) {
      const { registration, options } = await call(calls.getPasskeyCreation, enrolling(challenge))
      const { response } = await call(calls.createPasskey, {
        registration,
        response: await create(options),
        name,
        ...enrolling(challenge),
      })
      await refresh()
      return response.data
    },
    async renamePasskey(id, name) {
      await call(calls.updatePasskey, { id, name })
      await fetch()
    },
    deletePasskey: async (id) => kept.set((await call(calls.deletePasskey, { id })).response.data),
    signIn: ({ challenge, code, passkey }) =>
      session.signIn((options) =>
        passkey
          ? call(calls.signInWithPasskey, { ...options, challenge, response: passkey })
          : call(calls.signInWithFactor, { ...options, challenge, ...(code === undefined ? {} : { code }) }),
      ),
    askForPasskey: (challenge) => call(calls.getPasskeyRequest, enrolling(challenge)),
  }
}
