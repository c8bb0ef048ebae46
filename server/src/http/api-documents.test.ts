import { openApi } from '@cartouche/contract'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { apiDocuments } from './api-documents.ts'

test('the interface is there for programs and to read, below each prefix, as often as it is asked for', async () => {
  const server = fastify()
  apiDocuments(server, ['/api', ''])
  const expected = JSON.stringify(openApi())
  for (const prefix of ['', '/api', '']) {
    const document = await server.inject(`${prefix}/openapi.json`)
    expect(document.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(document.body === expected).toBe(true)
    const page = await server.inject(`${prefix}/docs`)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body.includes('<details id="createCart">')).toBe(true)
  }
})
