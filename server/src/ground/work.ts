import { AsyncLocalStorage } from 'node:async_hooks'

/** What the work that runs was asked by: a request, or a job that one put into the queue. */
export interface Work {
  readonly requestId: string
  /** Of the span that the work belongs to, where traces are taken. */
  readonly traceparent?: string | undefined
}

const current = new AsyncLocalStorage<Work>()

/** Does work, and all that it starts, as asked by this. */
export function runAs<T>(work: Work, run: () => T): T {
  return current.run(work, run)
}

/** What the running work was asked by; undefined for what the server does by itself. */
export function currentWork(): Work | undefined {
  return current.getStore()
}
