import { z } from 'zod'
import { calls } from './calls.ts'
import { events, redirect, type Call } from './define-call.ts'
import { ErrorBody } from './errors/error-body.ts'
import { errorTable } from './errors/error-table.ts'

type JsonObject = Record<string, unknown>

/** The contract as OpenAPI 3.1, in the order of the table of calls. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>
  readonly components: JsonObject
}

/** Derives the document from the calls: nothing in it is written twice. */
export function openApi(): OpenApiDocument {
  const paths: Record<string, Record<string, JsonObject>> = {}
  for (const call of Object.values(calls) as Call[]) {
    const methods = (paths[call.path] ??= {})
    const key = call.method.toLowerCase()
    // OpenAPI knows one operation a method; a POST that stands for another method is distinguished by a
    // fragment.
    if (key in methods)
      (paths[`${call.path}#as-${(call.as ?? call.name).toLowerCase()}`] ??= {})[key] = operation(call)
    else methods[key] = operation(call)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cartouche',
      version: '1',
      description:
        'Every path answers with and without /api in front. `lang` and `x-context` are taken on every request.',
    },
    servers: [{ url: '/api' }, { url: '/' }],
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'cartouche_session' },
      },
    },
  }
}

function operation(call: Call): JsonObject {
  const input = schemaOf(call.input, 'input')
  const properties = (input['properties'] ?? {}) as Record<string, JsonObject>
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const required = new Set((input['required'] ?? []) as string[])
  const others = Object.keys(properties).filter((name) => !inPath.includes(name))
  const hasBody = call.method === 'POST' || call.method === 'PUT' || call.method === 'PATCH'
  return {
    operationId: call.name,
    summary: call.summary,
    description: `Source: ${call.source}. Access: ${call.access}.${call.as ? ` Stands for ${call.as} by X-HTTP-Method-Override.` : ''}`,
    tags: [call.path.split('/')[2] ?? 'rest'],
    security: call.access === 'public' ? [] : [{ bearer: [] }, { cookie: [] }],
    parameters: [
      ...inPath.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: properties[name] ?? { type: 'string' },
      })),
      ...(hasBody
        ? []
        : others.map((name) => ({
            name,
            in: 'query',
            required: required.has(name),
            schema: properties[name],
          }))),
    ],
    ...(hasBody && others.length > 0
      ? {
          requestBody: {
            content: bodyContent(
              call,
              Object.fromEntries(others.map((name) => [name, properties[name]])),
              others.filter((name) => required.has(name)),
            ),
          },
        }
      : {}),
    responses: {
      [String(call.status ?? 200)]: { description: 'Done', content: answerContent(call) },
      ...errorsOf(call),
    },
  }
}

function bodyContent(call: Call, properties: JsonObject, required: readonly string[]): JsonObject {
  const schema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
  return call.upload
    ? { 'multipart/form-data': { schema } }
    : {
        'application/json': { schema },
        'application/x-www-form-urlencoded': { schema },
        'multipart/form-data': { schema },
      }
}

function answerContent(call: Call): JsonObject {
  if (call.answers === events) return { 'text/event-stream': {} }
  if (call.answers === redirect) return {}
  return call.answers.type === 'literal'
    ? { 'application/octet-stream': {} }
    : { 'application/json': { schema: schemaOf(call.answers, 'output') } }
}

function errorsOf(call: Call): JsonObject {
  const byStatus = Map.groupBy(call.errors, (code) => errorTable[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes
          .map((code) => `${code} (${status}/${errorTable[code].sub}): ${errorTable[code].message}`)
          .join('\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject
  return json
}
