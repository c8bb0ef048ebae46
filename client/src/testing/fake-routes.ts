import {
  ApiError,
  calls,
  encodeError,
  bytes,
  parseResourcePath,
  type Call,
  type CallInput,
  type CallName,
  type Calls,
} from '@cartouche/contract'
import { withProperties } from './fake-forms.ts'

/** Who makes a request of the fake server. */
export interface FakeIdentity {
  readonly login: string | null
  readonly token: string | null
  /** The password of a share, from the header. */
  readonly sharePassword: string | undefined
}

/** What the fake server does for a call: its answer, or an ApiError. Answers of bytes are responses. */
export type FakeHandlers = {
  readonly [Name in CallName]?: (
    input: CallInput<Calls[Name]>,
    identity: FakeIdentity,
    form: FormData | undefined,
  ) => unknown
}

/** A call that a request names, with the parameters of its path. */
interface Route {
  readonly call: Call
  readonly path: Readonly<Record<string, string>>
}

/**
 * Answers a request as the server would: the call found by the contract, its input parsed by the contract,
 * the answer or the error of the table in its wire form.
 */
export async function answerRequest(
  request: Request,
  identity: FakeIdentity,
  handlers: FakeHandlers,
): Promise<Response> {
  try {
    const route = findRoute(request)
    if (!route) throw new ApiError('path_not_found')
    const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false
    const form = route.call.upload || (route.call.takesFiles && isForm) ? await request.formData() : undefined
    const read = await readParameters(request, route, form)
    const given = route.call.takesFiles ? withProperties(read, form) : read
    const input = route.call.input.safeParse(given)
    if (!input.success)
      throw new ApiError('invalid_parameter', {
        parameter: String(input.error.issues[0]?.path[0] ?? 'body'),
        reason: input.error.issues[0]?.message ?? '',
      })
    // The table is checked where it is written: each handler takes the input of its own call.
    const handler = handlers[route.call.name as CallName] as
      | ((input: unknown, identity: FakeIdentity, form: FormData | undefined) => unknown)
      | undefined
    if (!handler) throw new ApiError('path_not_found')
    const answer = await handler({ ...ownQueries(given), ...(input.data as object) }, identity, form)
    if (answer instanceof Response) return answer
    if (route.call.answers === bytes) throw new ApiError('internal', { requestId: route.call.name })
    return Response.json(answer, { status: route.call.status ?? 200 })
  } catch (error) {
    const failure = error instanceof ApiError ? error : new ApiError('internal', { requestId: String(error) })
    return request.method === 'HEAD'
      ? new Response(null, { status: failure.status })
      : Response.json(encodeError(failure), { status: failure.status })
  }
}

/** `query_{resource}`: names that the contract cannot list. */
function ownQueries(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => /^query_[a-z0-9]+$/.test(name)))
}

async function readParameters(
  request: Request,
  { call, path }: Route,
  form: FormData | undefined,
): Promise<Record<string, unknown>> {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const text = form || request.method === 'GET' || request.method === 'HEAD' ? '' : await request.text()
  const parsed: unknown = text === '' ? {} : JSON.parse(text)
  const body =
    Array.isArray(parsed) && call.bodyAs !== undefined
      ? { [call.bodyAs]: parsed }
      : (parsed as Record<string, unknown>)
  const ids = call.name === 'takeWorkflowAction' ? { ids: path['id']?.split(',') } : {}
  return { ...query, ...body, ...path, ...ids }
}

/** Calls at an address of their own before those of any resource path. */
const byPrecision: readonly Call[] = Object.values(calls).toSorted(
  (one: Call, other: Call) => vagueness(one) - vagueness(other),
)

/** An address of its own comes before one with parameters, and that before one of any resource path. */
function vagueness({ path }: Call): number {
  return path.includes('{path}') ? 100 : path.split('{').length
}

function findRoute(request: Request): Route | undefined {
  const path = decodeURIComponent(new URL(request.url).pathname.replace(/^\/api/, ''))
  const override = request.headers.get('x-http-method-override') ?? undefined
  for (const call of byPrecision) {
    if (call.method !== request.method || call.as !== override) continue
    const found = [call.path, ...(call.alsoAt ?? [])]
      .map((template) => matchPath(call, template, path))
      .find((match) => match !== undefined)
    if (found) return { call, path: found }
  }
  return undefined
}

function matchPath(call: Call, template: string, path: string): Record<string, string> | undefined {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const pattern = template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    name === 'path' ? '(.+?)' : '([^/]+)',
  )
  const match = new RegExp(`^${pattern}/?$`).exec(path)
  if (!match) return undefined
  if (call.pathKind && parseResourcePath(path.replace(/^\/rest\//, '')).kind !== call.pathKind)
    return undefined
  return Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? '']))
}
