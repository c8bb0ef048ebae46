import { openApi } from '@cartouche/contract'
import type { FastifyInstance } from 'fastify'
import { docsPage } from './docs-page.ts'

/** `/openapi.json`, and the same to read at `/docs`. */
export function apiDocuments(server: FastifyInstance, prefix: string): void {
  const document = openApi()
  server.get(`${prefix}/openapi.json`, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(document)),
  )
  server.get(`${prefix}/docs`, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(document)),
  )
}
