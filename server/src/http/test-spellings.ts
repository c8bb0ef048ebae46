import { expect } from 'vitest'
import type { AnyJson, RequestOptions, TestApplication } from './test-application.ts'

/** One spelling of a call. `{id}`, `{node}` … in its path and its body are what was made for it. */
export interface Spelling {
  readonly area: string
  readonly what: string
  /** `POST as PATCH`: given by a header and, once more, by a parameter of the address. */
  readonly method: string
  readonly path: string
  readonly request?: () => RequestOptions
  /** What the answer has to hold. */
  readonly holds: (body: AnyJson) => unknown
}

/** What stands for a name in braces: a text, or who makes a new one for each request. */
export type Made = Readonly<Record<string, string | (() => Promise<string>)>>

/** The body of a multipart form. */
export function form(fields: Readonly<Record<string, string>>): () => RequestOptions {
  return () => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    return { form: body }
  }
}

/** The body of a plain form. */
export const encoded = (fields: Readonly<Record<string, string>>) => (): RequestOptions => ({
  form: new URLSearchParams(fields),
})

/** A body of JSON. */
export const json = (value: unknown) => (): RequestOptions => ({ json: value })

/** How the method that another stands for is given: by header, by a parameter of the address. */
const overrides = [
  { how: 'header', optionsOf: (as: string) => ({ headers: { 'x-http-method-override': as }, query: '' }) },
  { how: '_method', optionsOf: (as: string) => ({ headers: {}, query: `_method=${as}` }) },
]
const asItIs = [{ how: '', optionsOf: () => ({ headers: {}, query: '' }) }]

/**
 * Makes each call with and without `/api` in front, and as the administrator. Answers a table in Markdown,
 * whose test is `server/src/http/{test}.db.test.ts`.
 */
export async function playSpellings(
  application: TestApplication,
  title: string,
  test: string,
  spellings: readonly Spelling[],
  made: Made,
): Promise<string> {
  const rows = new Map<string, { bodies: Set<string>; statuses: Set<number> }>()
  for (const spelling of spellings) {
    const { area, what, method, path, request } = spelling
    const [sent = '', as] = method.split(' as ')
    const by = as === undefined ? '' : ` (${overrides.map(({ how }) => how).join(', ')})`
    const row = `| ${area} | ${what} | ${method}${by} | \`${path.replaceAll('|', '\\|')}\` |`
    const { bodies, statuses } = rows.get(row) ?? { bodies: new Set(), statuses: new Set() }
    rows.set(row, { bodies: bodies.add(kindOf(request?.() ?? {})), statuses })
    for (const prefix of ['', '/api']) {
      for (const { optionsOf } of as === undefined ? asItIs : overrides)
        statuses.add(await make(application, spelling, `${sent} ${prefix}`, optionsOf(as ?? ''), made))
    }
  }
  return `# ${title}

Written by \`server/src/http/${test}.db.test.ts\`, which makes each of these calls against the real server, with and without \`/api\` in front, and looks at what comes back.

| area | what | method | address | body | answers |
| --- | --- | --- | --- | --- | --- |
${[...rows].map(([row, { bodies, statuses }]) => `${row} ${[...bodies].join(', ')} | ${[...statuses].join(', ')} |`).join('\n')}
`
}

function kindOf({ form: fields, json: value }: RequestOptions): string {
  if (fields) return fields instanceof FormData ? 'multipart' : 'form'
  if (value === undefined) return 'none'
  return typeof value === 'object' && value !== null && 'json' in value ? 'json: {…}' : 'json'
}

/** One request; its status. */
async function make(
  application: TestApplication,
  { path, request, holds }: Spelling,
  methodAndPrefix: string,
  { headers, query }: { headers: Record<string, string>; query: string },
  made: Made,
): Promise<number> {
  const [method = '', prefix = ''] = methodAndPrefix.split(' ')
  const { form: fields, json: value, ...options } = request?.() ?? {}
  const fill = await filler(made, `${path} ${JSON.stringify([value, fields && [...fields]])}`)
  const address = prefix + fill(path) + (query ? `${path.includes('?') ? '&' : '?'}${query}` : '')
  const { status, body } = await application.ask(method, address, {
    ...options,
    ...(fields ? { form: filled(fields, fill) } : {}),
    ...(value === undefined ? {} : { json: JSON.parse(fill(JSON.stringify(value))) as unknown }),
    headers: { ...options.headers, ...headers },
  })
  const where = `${methodAndPrefix}${path}: ${status} ${JSON.stringify(body).slice(0, 300)}`
  expect(status, where).toBeLessThan(300)
  expect(holds(body), where).toBeTruthy()
  return status
}

/** Puts what was made in the place of its names; what is made for each request, where it is named. */
async function filler(made: Made, request: string): Promise<(text: string) => string> {
  const values: Record<string, string> = {}
  for (const [name, value] of Object.entries(made)) {
    if (typeof value === 'string') values[name] = value
    else if (request.includes(`{${name}}`)) values[name] = await value()
  }
  return (text) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

function filled<Form extends FormData | URLSearchParams>(fields: Form, fill: (text: string) => string): Form {
  const entries = [...fields]
  for (const [name] of entries) fields.delete(name)
  for (const [name, value] of entries) {
    if (fields instanceof FormData && typeof value !== 'string') fields.append(name, value)
    else if (typeof value === 'string') fields.append(name, fill(value))
  }
  return fields
}
