import { openApi } from '@cartouche/contract'
import type { FastifyInstance } from 'fastify'
import { docsPage } from './docs-page.ts'

/** `/openapi.json`, and the same to read at `/docs`, below each prefix. */
export function apiDocuments(server: FastifyInstance, prefixes: readonly string[]): void {
  for (const prefix of prefixes) {
    server.get(`${prefix}/openapi.json`, (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(documentsOnce().json),
    )
    server.get(`${prefix}/docs`, (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(documentsOnce().page),
    )
  }
}

let made: { readonly json: string; readonly page: string } | undefined

/** Made when somebody asks: it took half a second of a processor of every start (2026-11). */
function documentsOnce(): { readonly json: string; readonly page: string } {
  if (made) return made
  const document = openApi()
  made = { json: JSON.stringify(document), page: docsPage(document) }
  return made
}
