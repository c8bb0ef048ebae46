import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { loadColumnStore, type ColumnStore } from './column-store.ts'
import type { ColumnAnswer, ColumnMessage, ColumnReply, ColumnRequest } from './columns.ts'
import type { LearnedWords } from './word-sets.ts'

/*
 * A thread of its own: a pass over a million rows takes milliseconds, and delays no request. It has its own
 * connection, and starts again when that is lost: the database may be another one then.
 */
const { url } = workerData as { url: string }
const againAfterMs = 1000
/** Catches up when nobody asks, so that whoever asks next waits for little, and what changed can be swept. */
const catchUpEveryMs = 30_000
const statementTimeoutMs = 60_000

let waiting: ColumnRequest[] = []
let learned: LearnedWords[] = []
let wake = Promise.withResolvers<void>()
parentPort?.on('message', (message: ColumnMessage) => {
  if ('learn' in message) learned.push(message.learn)
  else waiting.push(message)
  wake.resolve()
})
setInterval(() => wake.resolve(), catchUpEveryMs)
/** Lists of revisions are given away, not copied. */
const send = (said: ColumnReply): void =>
  parentPort?.postMessage(
    said,
    said.kind === 'answered' ? (said.answer.revisions ?? []).map(({ buffer }) => buffer) : [],
  )

for (;;) {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'cartouche columns',
    keepAlive: true,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`set statement_timeout = ${statementTimeoutMs}`)
    await serve(await loadColumnStore(client))
  } catch (error) {
    send({ kind: 'lost', reason: error instanceof Error ? error.message : String(error) })
  }
  await client.end().catch(() => {})
  await pause(againAfterMs)
}

/** Answers for as long as the store can be kept up to date. */
async function serve(store: ColumnStore): Promise<void> {
  // Requests that came before are answered by the database already.
  waiting = []
  learned = []
  send({ kind: 'ready', sizeBytes: store.sizeBytes() })
  /** All changes up to this number are in it. */
  let refreshed = -1
  for (;;) {
    // Who came before this refresh began shares it.
    const asked = waiting.splice(0)
    const epochs = asked.map(({ epoch = Infinity }) => epoch)
    const isCurrent = asked.length > 0 && learned.length === 0 && epochs.every((epoch) => epoch <= refreshed)
    if (!isCurrent) {
      for (const words of learned.splice(0)) store.learn(words)
      if (!(await store.refresh())) throw new Error('too much changed since they were brought up to date')
      refreshed = Math.max(refreshed, ...epochs.filter((epoch) => epoch !== Infinity))
    }
    for (const request of asked) send(reply(store, request))
    if (waiting.length > 0) continue
    wake = Promise.withResolvers()
    await wake.promise
  }
}

function reply(store: ColumnStore, { id, question }: ColumnRequest): ColumnReply {
  try {
    return { kind: 'answered', id, answer: answer(store, question) }
  } catch (error) {
    return { kind: 'failed', id, reason: String(error) }
  }
}

function answer(store: ColumnStore, question: ColumnRequest['question']): ColumnAnswer {
  if ('revisions' in question) return { revisions: store.revisions(question.revisions) }
  const unknown = store.unknownWords(question.count)
  return unknown.length > 0 ? { unknown } : { counts: store.count(question.count) }
}
