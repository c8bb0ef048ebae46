import { openApi } from '@cartouche/contract'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { apiDocuments } from './api-documents.ts'

test('the interface is there for programs and to read, below each prefix, as often as it is asked for', async () => {
  const server = fastify()
  apiDocuments(server, ['/api', ''])
  for (const prefix of ['', '/api', '']) {
    const document = await server.inject(`${prefix}/openapi.json`)
    expect(document.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(document.json()).toEqual(JSON.parse(JSON.stringify(openApi())))
    const page = await server.inject(`${prefix}/docs`)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('<details id="createCart">')
  }
})
