/** A signed-in program: calls over plain HTTP with a bearer token. */
export interface Api {
  readonly url: string
  /** The headers that prove who calls. */
  readonly headers: Readonly<Record<string, string>>
  /** Asks for a path below `/api`; resolves whatever the status is, once all of the answer is there. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /**
   * Calls with JSON, answers JSON.
   * @throws RefusedCall unless the status is 2xx
   */
  call<T>(method: string, path: string, body?: unknown): Promise<T>
}

/** An answer that is no success. */
export class RefusedCall extends Error {
  override name = 'RefusedCall'
  readonly status: number
  readonly body: { readonly error?: string; readonly message?: string }

  constructor(call: string, status: number, body: RefusedCall['body']) {
    super(`${call}: ${status} ${JSON.stringify(body)}`)
    this.status = status
    this.body = body
  }
}

/**
 * Each call has a connection of its own: one that is kept can be closed by the server in the moment in which
 * it is used again, after which a browser asks once more, and `fetch` does not.
 */
const oneConnection = { connection: 'close' }

/** Signs in with login and password. */
export async function openApi(url: string, login: string, password: string): Promise<Api> {
  const { accessToken } = await callAt<{ accessToken: string }>(
    `${url}/api/rest/signin`,
    'POST',
    {},
    { login, password },
  )
  const headers = { authorization: `Bearer ${accessToken}` }
  return {
    url,
    headers,
    fetch: async (path, init = {}) => {
      const answer = await fetch(`${url}/api${path}`, {
        ...init,
        headers: { ...oneConnection, ...headers, ...(init.headers as Record<string, string>) },
      })
      // An answer that nobody reads, on a connection that the server closes, ends this process: undici 7,
      // its issue 5360.
      const bytes = await answer.arrayBuffer()
      const { status, statusText } = answer
      return new Response(bytes.byteLength === 0 ? null : bytes, {
        status,
        statusText,
        headers: answer.headers,
      })
    },
    call: (method, path, body) => callAt(`${url}/api${path}`, method, headers, body),
  }
}

async function callAt<T>(
  address: string,
  method: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<T> {
  const response = await fetch(address, {
    method,
    headers: {
      ...oneConnection,
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new RefusedCall(`${method} ${address}`, response.status, readJson(text))
  return JSON.parse(text) as T
}

function readJson(text: string): RefusedCall['body'] {
  try {
    return JSON.parse(text) as RefusedCall['body']
  } catch {
    return { message: text.slice(0, 200) }
  }
}
