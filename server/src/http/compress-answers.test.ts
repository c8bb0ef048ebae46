import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { compressAnswers, compressAtOnceBytes } from './compress-answers.ts'
import { compressFromBytes } from './write-answer.ts'

test('an answer is compressed in one call up to a size, as a stream beyond it, and not at all where it is small', async () => {
  const server = fastify()
  await compressAnswers(server)
  server.get('/:bytes', (request, reply) =>
    reply.type('application/json').send('7'.repeat(Number((request.params as { bytes: string }).bytes))),
  )
  const ask = async (bytes: number, accepted: string) => {
    const answer = await server.inject({ url: `/${bytes}`, headers: { 'accept-encoding': accepted } })
    const { 'content-encoding': encoding, 'content-length': length, vary } = answer.headers
    const unpacked =
      encoding === 'br'
        ? brotliDecompressSync(answer.rawPayload)
        : encoding === 'gzip'
          ? gunzipSync(answer.rawPayload)
          : answer.rawPayload
    expect(unpacked.toString()).toBe('7'.repeat(bytes))
    return { encoding, isWhole: Number(length) === answer.rawPayload.length, vary }
  }
  const vary = 'accept-encoding'
  expect(await ask(compressAtOnceBytes, 'gzip')).toEqual({ encoding: 'gzip', isWhole: true, vary })
  expect(await ask(compressAtOnceBytes, 'gzip, br')).toEqual({ encoding: 'br', isWhole: true, vary })
  expect(await ask(compressAtOnceBytes + 1, 'gzip')).toEqual({ encoding: 'gzip', isWhole: false, vary })
  expect(await ask(compressFromBytes - 1, 'gzip')).toEqual({
    encoding: undefined,
    isWhole: true,
    vary: undefined,
  })
  expect((await ask(compressFromBytes, 'identity')).encoding).toBeUndefined()
})
