import fastify from 'fastify'
import { expect, test } from 'vitest'
import { S3Error } from '../ground/s3/s3-error.ts'
import { sendError } from './send-error.ts'

test.each([
  [new S3Error('Unreachable', 0, 'no answer'), 503],
  [new S3Error('SlowDown', 503, 'busy'), 503],
  [new S3Error('AccessDenied', 403, 'the key of the server may not'), 500],
])('a failure of the S3 store, %s, is answered %i and says nothing of it', async (error, status) => {
  const app = fastify()
  app.get('/', (request, reply) => sendError(quiet, error, request, reply))
  const answer = await app.inject('/')
  expect(answer.statusCode).toBe(status)
  expect(answer.body).not.toContain(error.message)
})

test.each([
  ['ENOSPC', 507],
  ['53100', 507],
  ['53200', 503],
  ['53300', 503],
  ['55P03', 503],
  ['23505', 500],
])('a failure of the system or of PostgreSQL, %s, is answered %i', async (code, status) => {
  const app = fastify()
  app.get('/', (request, reply) =>
    sendError(quiet, Object.assign(new Error('of it'), { code }), request, reply),
  )
  const answer = await app.inject('/')
  expect(answer.statusCode).toBe(status)
  expect(answer.body).not.toContain('of it')
})

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
