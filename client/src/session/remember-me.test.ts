import { expect, test } from 'vitest'
import { calls } from '@cartouche/contract/wire'
import { createFakeClient } from '../testing/fake-client.ts'
import { rememberMe } from './remember-me.ts'

test('P8.10 a program is remembered by the token that it kept, and not recognized without one', async () => {
  const { client, server } = await createFakeClient({ signIn: false })
  const before = server.requests.length
  await expect(rememberMe(client, null)).rejects.toThrow(/^not recognized$/)
  expect(server.requests).toHaveLength(before)
  const { refreshToken } = await client.call(calls.signIn, {
    login: 'editor',
    password: 'editor',
    cookieauth: false,
  })
  await rememberMe(client, refreshToken)
  expect(client.session.get()).toMatchObject({ connected: true, user: { login: 'editor' } })
  await expect(rememberMe(client, refreshToken)).rejects.toMatchObject({ code: 'session_gone' })
})
