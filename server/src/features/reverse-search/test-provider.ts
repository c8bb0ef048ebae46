import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a provider of a test was sent. */
export interface AskedPicture {
  readonly authorization: string | undefined
  /** The first bytes of the file, as latin1: a JPEG begins with `ÿØÿ`. */
  readonly head: string
}

/** A provider of reverse search that behaves in its own way at each path. */
export interface TestProvider {
  /** Of a path: `/good`, `/hangs`, `/drips`, `/lies/score`, `/huge`, … */
  at(path: string): string
  readonly asked: readonly AskedPicture[]
  /** How many bytes of the huge answer were taken from it. */
  sentBytes(): number
  stop(): Promise<void>
}

const good = { page: 'https://blog.example.org/harbour', score: 0.91 }
const chunk = Buffer.alloc(64 * 1024, ' ')
const hugeBytes = 50 * 1024 * 1024

/** Starts a provider on this machine. */
export async function startTestProvider(): Promise<TestProvider> {
  const asked: AskedPicture[] = []
  let sentBytes = 0
  const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
    '/good': (response) =>
      json(response, {
        matches: [
          good,
          {
            page: 'https://shop.example.org/posters/12?size=a2',
            picture: 'https://cdn.example.org/12.jpg',
            title: ' Poster ',
            score: 0.97,
          },
        ],
      }),
    '/nothing': (response) => json(response, { matches: [] }),
    '/hangs': () => {},
    '/drips': (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"matches": [')
    },
    '/huge': (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const push = (): void => {
        while (sentBytes < hugeBytes && !response.destroyed) {
          sentBytes += chunk.length
          if (!response.write(chunk)) return void response.once('drain', push)
        }
        response.end('{"matches": []}')
      }
      push()
    },
    '/elsewhere': (response) => response.writeHead(307, { location: '/good' }).end(),
    '/refuses': (response) => response.writeHead(403).end('no'),
    '/lies/score': (response) => json(response, { matches: [good, { ...good, score: 7 }] }),
    '/lies/script': (response) => json(response, { matches: [{ ...good, page: 'javascript:alert(1)' }] }),
    '/lies/picture': (response) => json(response, { matches: [{ ...good, picture: 'file:///etc/passwd' }] }),
    '/lies/host': (response) =>
      json(response, { matches: [{ ...good, page: 'https://bank.example@evil.example/' }] }),
    '/lies/many': (response) => json(response, { matches: Array.from({ length: 101 }, () => good) }),
    '/lies/shape': (response) => json(response, [good]),
    '/lies/text': (response) => response.writeHead(200).end('<html>'),
  }
  const server = createServer((request, response) => {
    void readHead(request).then((head) => {
      asked.push({ authorization: request.headers.authorization, head })
      const answer = answers[request.url ?? '']
      return answer ? answer(response) : response.writeHead(404).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    at: (path) => `http://127.0.0.1:${port}${path}`,
    asked,
    sentBytes: () => sentBytes,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** The first bytes of the file of a multipart body. */
async function readHead(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const one of request) chunks.push(one as Buffer)
  const text = Buffer.concat(chunks).toString('latin1')
  return text.slice(text.indexOf('\r\n\r\n') + 4).slice(0, 16)
}
