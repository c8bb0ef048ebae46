import type { Page } from 'playwright-core'

/** An authenticator of a page that always knows its person. */
export interface VirtualAuthenticator {
  /**
   * Whether it is touched as soon as it is asked. The browser asks for what it fills in too: a page that
   * offers passkeys is signed in at once.
   */
  setTouched(isTouched: boolean): Promise<void>
}

/**
 * Gives a page an authenticator, which is touched whenever it is asked.
 * @source Chrome DevTools Protocol: WebAuthn
 */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setTouched: async (isTouched) => {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: isTouched })
    },
  }
}
