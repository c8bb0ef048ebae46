import { secondFactorsOf, type Client, type Passkey } from '@cartouche/client'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** The library is of use to whoever has or wants a passkey: it loads then. */
const load = () => import('@simplewebauthn/browser')

/**
 * Whether this browser makes and uses passkeys at this address: never where that is a number.
 * @source W3C WebAuthn Level 3: an RP ID is a domain
 */
export function canUsePasskeys(): boolean {
  return (
    typeof window.PublicKeyCredential === 'function' &&
    window.isSecureContext &&
    !/^(\[.*\]|[\d.]+)$/.test(window.location.hostname)
  )
}

/**
 * Makes a passkey for the signed-in user, or who has to set a factor up first.
 * @throws what the browser and the server throw
 */
export async function createPasskey(client: Client, name: string, challenge?: string): Promise<Passkey> {
  const { startRegistration } = await load()
  return secondFactorsOf(client).createPasskey({
    name,
    ...(challenge === undefined ? {} : { challenge }),
    // What the server answers is what browsers read: both are the JSON of the standard.
    create: async (options) => ({
      ...(await startRegistration({
        optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
      })),
    }),
  })
}

/** Asks the person for a passkey. @returns what it answers to `options` @throws what the browser throws */
export async function answerPasskey(
  options: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const { startAuthentication } = await load()
  return {
    ...(await startAuthentication({
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    })),
  }
}

/**
 * Asks for a passkey of the person of a sign-in under way, or of anybody.
 * @throws what the browser and the server throw
 */
export async function askPasskey(
  client: Client,
  challenge?: string,
): Promise<{ challenge: string; response: Record<string, unknown> }> {
  const asked = await secondFactorsOf(client).askForPasskey(challenge)
  return { challenge: asked.challenge, response: await answerPasskey(asked.options) }
}

/**
 * Signs in by a passkey: of anybody, or of the person of a sign-in under way.
 * @throws what the browser and the server throw
 */
export async function signInByPasskey(client: Client, challenge?: string): Promise<void> {
  const { challenge: asked, response } = await askPasskey(client, challenge)
  await secondFactorsOf(client).signIn({ challenge: asked, passkey: response })
}

/**
 * Offers passkeys among what the browser fills into the field of the login. `onChosen` gets the sign-in by
 * the one that a person chose. Answers how to stop: whoever signs in otherwise must not be signed in twice.
 */
export function offerPasskeys(client: Client, onChosen: (signIn: () => Promise<void>) => void): () => void {
  let stopped = false
  let cancel = (): void => undefined
  const offer = async (): Promise<void> => {
    const { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } = await load()
    if (stopped || !(await browserSupportsWebAuthnAutofill())) return
    const { challenge, options } = await secondFactorsOf(client).askForPasskey()
    if (stopped) return
    cancel = () => WebAuthnAbortService.cancelCeremony()
    const passkey = await startAuthentication({
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill: true,
    })
    if (!stopped) onChosen(() => secondFactorsOf(client).signIn({ challenge, passkey: { ...passkey } }))
  }
  // A browser that offers nothing, or whose offer made way for another way in, is no failure of the person's.
  if (canUsePasskeys()) offer().catch(() => undefined)
  return () => {
    if (!stopped) cancel()
    stopped = true
  }
}

/** Whether the person closed the browser's question, or let it pass. */
export function isDismissed(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)
}
