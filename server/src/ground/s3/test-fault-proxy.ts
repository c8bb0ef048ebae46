import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** What befalls one request on its way. */
export type Fault =
  /** Answered in place of the store. */
  | { readonly kind: 'status'; readonly status: number; readonly code: string }
  /** Passed on this much later. */
  | { readonly kind: 'late'; readonly ms: number }
  /** The connection breaks after so many bytes of the answer's body. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  /** The connection breaks before the store has the request. */
  | { readonly kind: 'lost' }
  /** The store has the request, and its answer is lost. */
  | { readonly kind: 'unanswered' }
  /** One byte is another on the way there, or back. */
  | { readonly kind: 'wrong request' }
  | { readonly kind: 'wrong answer' }

/** A request as the proxy sees it. */
export type SeenRequest = { readonly method: string; readonly path: string }

/** A proxy before a real store. */
export type FaultProxy = {
  readonly url: string
  /** Every request so far, in order. */
  readonly seen: SeenRequest[]
  /** Requests of the store that are not answered yet. */
  readonly underWay: () => number
  /** Decides over each request; undefined lets it pass. */
  fault: (request: SeenRequest) => Fault | undefined
  readonly close: () => void
}

/** Starts a proxy on this machine before the store at `origin`; signatures hold, as headers stay. */
export async function startFaultProxy(origin: string): Promise<FaultProxy> {
  let underWay = 0
  const server = createServer((asked, answer) => {
    const seen = { method: asked.method ?? '', path: asked.url ?? '' }
    proxy.seen.push(seen)
    underWay += 1
    answer.once('close', () => (underWay -= 1))
    pass(origin, asked, answer, proxy.fault(seen)).catch(() => answer.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    underWay: () => underWay,
    fault: () => undefined,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return proxy
}

async function pass(
  origin: string,
  asked: IncomingMessage,
  answer: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  if (fault?.kind === 'lost') return void asked.socket.destroy()
  const body = await buffer(asked)
  if (fault?.kind === 'status') {
    answer.statusCode = fault.status
    answer.end(`<Error><Code>${fault.code}</Code><Message>from the proxy</Message></Error>`)
    return
  }
  if (fault?.kind === 'late') await sleep(fault.ms)
  if (fault?.kind === 'wrong request') flip(body)
  const { method, url, headers } = asked
  const theirs = await new Promise<IncomingMessage>((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    request({ hostname, port, method, path: url, headers }, resolve).on('error', reject).end(body)
  })
  answer.once('close', () => theirs.destroy())
  if (fault?.kind === 'unanswered') return void asked.socket.destroy()
  answer.writeHead(theirs.statusCode ?? 0, theirs.headers)
  if (fault?.kind !== 'cut' && fault?.kind !== 'wrong answer') return void theirs.pipe(answer)
  const whole = await buffer(theirs)
  if (fault.kind === 'wrong answer') {
    flip(whole)
    answer.end(whole)
    return
  }
  answer.write(whole.subarray(0, fault.afterBytes), () => setTimeout(() => asked.socket.destroy(), 20))
}

function flip(bytes: Buffer): void {
  const middle = Math.floor(bytes.length / 2)
  if (bytes.length > 0) bytes[middle] = (bytes[middle] ?? 0) ^ 1
}
