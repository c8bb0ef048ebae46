import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** A provider of OpenID Connect on this machine, which lets anybody in under the login that they type. */
export interface IdentityProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Lets this application ask. */
  serve(callback: string): void
  stop(): void
}

const client = { clientId: 'cartouche', clientSecret: 'a secret of the journey' }

/** Starts a provider on a free port; it answers once `serve` has given it its clients. */
export async function startProvider(): Promise<IdentityProvider> {
  const server = createServer()
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    ...client,
    serve(callback) {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: client.clientId,
            client_secret: client.clientSecret,
            redirect_uris: [callback],
            post_logout_redirect_uris: [new URL('/sign-in', callback).href],
            token_endpoint_auth_method: 'client_secret_post',
          },
        ],
        claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email'] },
        scopes: ['openid', 'profile', 'email'],
        cookies: { keys: ['a key of the journey'] },
        findAccount: (_context, id) => ({
          accountId: id,
          claims: () =>
            Promise.resolve({
              sub: id,
              preferred_username: id,
              name: `${id[0]?.toUpperCase()}${id.slice(1)} of the museum`,
              email: `${id}@museum.example`,
            }),
        }),
      })
      const answer = provider.callback()
      server.on('request', (request, response) => void answer(request, response))
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
