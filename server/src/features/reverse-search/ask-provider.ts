import type { ProviderFailure, ProviderFindings } from '@cartouche/contract'
import { z } from 'zod'

/** How long a provider may take, from the first byte sent to the last one read, and how much it may say. */
export interface ProviderLimits {
  readonly withinMs: number
  readonly maxBytes: number
}

const usualLimits: ProviderLimits = { withinMs: 20_000, maxBytes: 1024 * 1024 }
const maxMatches = 100

/** Only what a browser may open without running it, and that shows by its host where it leads. */
const address = z
  .string()
  .max(2048)
  .refine((text) => {
    const url = URL.parse(text)
    return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  }, 'an address on the web is expected')

/**
 * What a provider answers: hostile until it is parsed.
 * @source docs/guides/reverse-search-providers.md
 */
const Answer = z.object({
  matches: z
    .array(
      z.object({
        page: address,
        picture: address.nullish(),
        title: z.string().max(300).nullish(),
        score: z.number().min(0).max(1),
      }),
    )
    .max(maxMatches),
})

/** Why a provider gave nothing that can be shown. */
class ProviderError extends Error {
  override name = 'ProviderError'
  readonly code: ProviderFailure

  constructor(code: ProviderFailure) {
    super(code)
    this.code = code
  }
}

/**
 * Asks a provider where a picture is found; never rejects: a failure is answered with the provider's name.
 * Nothing that it says leads anywhere: redirects are not followed, and pictures that it names are not read.
 * @param provider its address, with the name and password of an account in it where it needs one
 * @param picture a JPEG
 * @source decision 0190
 */
export async function askProvider(
  provider: string,
  picture: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
  limits: ProviderLimits = usualLimits,
): Promise<ProviderFindings> {
  const url = new URL(provider)
  const within = AbortSignal.timeout(limits.withinMs)
  try {
    const text = await send(url, picture, AbortSignal.any([signal, within]), limits.maxBytes)
    return { provider: url.host, error: null, matches: parse(text) }
  } catch (error) {
    const code = error instanceof ProviderError ? error.code : within.aborted ? 'late' : 'unreachable'
    return { provider: url.host, error: code, matches: [] }
  }
}

async function send(
  url: URL,
  picture: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
  maxBytes: number,
): Promise<string> {
  const form = new FormData()
  form.set('picture', new Blob([picture], { type: 'image/jpeg' }), 'picture.jpg')
  const answer = await fetch(withoutAccount(url), {
    method: 'POST',
    body: form,
    redirect: 'manual',
    signal,
    headers: { accept: 'application/json', 'accept-encoding': 'identity', ...accountOf(url) },
  })
  if (answer.status !== 200) {
    await answer.body?.cancel()
    throw new ProviderError('refused')
  }
  return read(answer, maxBytes)
}

/** The body as text; what is larger is left unread. */
async function read(answer: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of answer.body ?? []) {
    sizeBytes += chunk.byteLength
    // Leaving the loop cancels the rest.
    if (sizeBytes > maxBytes) throw new ProviderError('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): ProviderFindings['matches'] {
  const { success, data } = Answer.safeParse(toJson(text))
  if (!success) throw new ProviderError('malformed')
  return data.matches
    .map(({ page, picture, title, score }) => ({
      page,
      picture: picture ?? null,
      title: title?.trim() || null,
      score,
    }))
    .toSorted((one, other) => other.score - one.score)
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function withoutAccount(url: URL): URL {
  const plain = new URL(url)
  plain.username = ''
  plain.password = ''
  return plain
}

/** @source RFC 7617 */
function accountOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const account = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(account).toString('base64')}` }
}
