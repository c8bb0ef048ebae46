import { parentPort } from 'node:worker_threads'
import type { ScanOrder, ScanReply } from './fingerprint-index.ts'
import { scanHashes } from './scan-hashes.ts'

/* A thread of its own: a pass over a million pictures delays no request. */
const chunks = new Map<number, Uint32Array>()

parentPort?.on('message', (order: ScanOrder) => {
  if (order.kind === 'chunk') {
    chunks.set(order.chunk, new Uint32Array(order.hashes))
    return
  }
  const { request, wanted, counts, max } = order
  const near = [...chunks].flatMap(([chunk, hashes]) =>
    scanHashes(wanted, hashes, counts[chunk] ?? 0, max).map((found) => ({ ...found, chunk })),
  )
  const reply: ScanReply = { request, near: near.sort((a, b) => a.apart - b.apart).slice(0, max) }
  parentPort?.postMessage(reply)
})
