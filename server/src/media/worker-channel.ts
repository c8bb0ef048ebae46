import { StringDecoder } from 'node:string_decoder'
import type { Duplex } from 'node:stream'

/** Plain data over a stream, a line of JSON each. */
export interface WorkerChannel {
  send(message: object): void
}

/** Far above any report of an inspection; whoever sends more is up to no good. */
const longestMessage = 16 * 1024 * 1024

/**
 * Speaks to the other end of a worker's pipe. JSON alone: what comes from a worker may come from a file that
 * took it over.
 * @param onMessage hears each message, unchecked
 * @param onClose hears that there will be none any more: the other end has gone, or sent what is no message
 */
export function openWorkerChannel(
  stream: Duplex,
  onMessage: (message: unknown) => void,
  onClose: () => void,
): WorkerChannel {
  const decoder = new StringDecoder('utf8')
  let pieces: string[] = []
  let length = 0
  const take = (text: string): void => {
    const message = parse([...pieces, text].join(''))
    pieces = []
    length = 0
    if (message === undefined) stream.destroy()
    else onMessage(message)
  }
  stream.on('data', (chunk: Buffer) => {
    const lines = decoder.write(chunk).split('\n')
    const rest = lines.pop() ?? ''
    for (const line of lines) take(line)
    pieces.push(rest)
    length += rest.length
    if (length > longestMessage) stream.destroy()
  })
  // A pipe whose other end was killed; its close is what counts.
  stream.on('error', () => {})
  stream.on('close', onClose)
  return {
    send: (message) => {
      if (stream.writable) stream.write(`${JSON.stringify(message)}\n`)
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
