import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls, checkAnswer, type CallName } from '@cartouche/contract'
import { expect } from 'vitest'
import { createTestDatabase } from '../ground/database/test-database.ts'
import { readSettings } from '../ground/settings/settings.ts'
import { startCartouche, type Cartouche } from '../start/start-cartouche.ts'

/** An answer as a test looks at it. */
export interface Answered {
  readonly status: number
  readonly body: AnyJson
  readonly headers: Headers
}
// Tests look into answers freely; what they hold is checked against the contract.
// oxlint-disable-next-line typescript/no-explicit-any -- a shape for every answer would be the contract again
export type AnyJson = any

/** What a test asks: parameters of a query, and a body. */
export interface RequestOptions {
  readonly as?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly form?: FormData | URLSearchParams
  readonly who?: Who
  /** The call whose contract the answer must hold. */
  readonly call?: CallName
}
export type Who = 'admin' | 'editor' | 'contributor' | 'viewer' | 'nobody'

/** The whole server on a database of a test's own, asked over HTTP. */
export interface TestApplication {
  readonly cartouche: Cartouche
  ask(method: string, path: string, options?: RequestOptions): Promise<Answered>
  /** The header by which requests that a test makes by itself are somebody's. */
  authorizationOf(who: Who): string
  stop(): Promise<void>
}

/** Of every account of a test's application. */
export const testPassword = 'a password of the tests'

/**
 * Asks as the administrator by default. `prepare` gets the address of the database before
 * the server starts; `environment` adds to its settings.
 */
export async function startTestApplication(
  prepare?: (databaseUrl: string) => Promise<void>,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestApplication> {
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-application-'))
  const { url, drop } = await createTestDatabase()
  await prepare?.(url)
  const settings = readSettings({
    DATABASE_URL: url,
    PORT: '0',
    CARTOUCHE_DATA: folder,
    CARTOUCHE_DEMO_PASSWORD: testPassword,
    CARTOUCHE_ADMIN_PASSWORD: testPassword,
    CARTOUCHE_DRAIN_SECONDS: '0',
    ...environment,
  })
  const cartouche = await startCartouche({
    settings,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  })
  const tokens = new Map<Who, string>()
  const ask = async (
    method: string,
    path: string,
    { as, headers = {}, json, form, who = 'admin', call }: RequestOptions = {},
  ): Promise<Answered> => {
    const token = tokens.get(who)
    const answer = await fetch(`${cartouche.url}${path}`, {
      method,
      ...(form ? { body: form } : json === undefined ? {} : { body: JSON.stringify(json) }),
      headers: {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(as ? { 'x-http-method-override': as } : {}),
        ...headers,
      },
    })
    const text = await answer.text()
    const body =
      text !== '' && answer.headers.get('content-type')?.startsWith('application/json')
        ? (JSON.parse(text) as AnyJson)
        : text
    if (call && answer.ok) expect(checkAnswer(call, body), `${method} ${path}`).toBeUndefined()
    if (call && answer.ok) expect(answer.status).toBe((calls[call] as { status?: number }).status ?? 200)
    return { status: answer.status, body, headers: answer.headers }
  }
  for (const who of ['admin', 'editor', 'contributor', 'viewer'] as const) {
    const { body } = await ask('POST', '/rest/signin', {
      json: { login: who, password: testPassword },
      who: 'nobody',
    })
    tokens.set(who, body.accessToken as string)
  }
  return {
    cartouche,
    ask,
    authorizationOf: (who) => `Bearer ${tokens.get(who) ?? ''}`,
    stop: async () => {
      await cartouche.stop()
      await drop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
