import { basename } from 'node:path'
import { Worker } from 'node:worker_threads'

type Running<Reply> = { readonly worker: Worker; readonly waiting: Map<number, PromiseWithResolvers<Reply>> }

/** A thread keeps little from one request to the next. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 }

/**
 * Gives a function that has a thread do something. The one thread starts with the first request (10 MB),
 * keeps no process alive while it is idle, and is started again where it ended. It answers each message
 * `{ id, request }` with `{ id, reply }` or `{ id, error }`.
 */
export function createThread<Request, Reply>(script: URL): (request: Request) => Promise<Reply> {
  let running: Running<Reply> | undefined
  let nextId = 0

  const end = (thread: Running<Reply>, reason: unknown): void => {
    if (running === thread) running = undefined
    for (const asked of thread.waiting.values()) asked.reject(reason)
    thread.waiting.clear()
  }
  const start = (): Running<Reply> => {
    const worker = new Worker(script, { resourceLimits })
    const thread: Running<Reply> = { worker, waiting: new Map() }
    worker.on('message', ({ id, reply, error }: { id: number; reply: Reply; error?: unknown }) => {
      const asked = thread.waiting.get(id)
      thread.waiting.delete(id)
      if (thread.waiting.size === 0) worker.unref()
      if (error === undefined) asked?.resolve(reply)
      else asked?.reject(error)
    })
    worker.on('error', (error) => end(thread, error))
    worker.on('exit', () => end(thread, new Error(`The thread ${basename(script.pathname)} has ended`)))
    return thread
  }
  return (request) => {
    running ??= start()
    const asked = Promise.withResolvers<Reply>()
    const id = nextId++
    running.waiting.set(id, asked)
    running.worker.ref()
    running.worker.postMessage({ id, request })
    return asked.promise
  }
}
