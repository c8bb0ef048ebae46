import { connect, type Socket } from 'node:net'

/** A connection to searchd by the protocol of MySQL, as far as SphinxQL needs it. */
export interface SphinxClient {
  /** Sends statements; answers the rows of each of their results, as texts. */
  query(statements: string): Promise<(string | null)[][][]>
  end(): void
}

const clientProtocol41 = 0x200
const multiStatements = 0x1_0000
const multiResults = 0x2_0000
const moreResults = 0x8
const endOfRows = 0xfe

/** Connects to a port of this machine. */
export async function connectSphinx(port: number): Promise<SphinxClient> {
  const socket = connect(port, '127.0.0.1')
  const packets = packetsOf(socket)
  const next = async (): Promise<Buffer> => {
    const { value, done } = await packets.next()
    if (done) throw new Error('searchd closed the connection')
    if (value[0] === 0xff) throw new Error(`searchd: ${value.subarray(3).toString()}`)
    return value
  }
  await next()
  const login = Buffer.alloc(32 + 2)
  login.writeUInt32LE(clientProtocol41 | multiStatements | multiResults, 0)
  login.writeUInt32LE(1 << 24, 4)
  login[8] = 33
  socket.write(framed(login, 1))
  await next()
  return {
    async query(statements) {
      socket.write(framed(Buffer.concat([Buffer.from([3]), Buffer.from(statements)]), 0))
      const results: (string | null)[][][] = []
      for (let goesOn = true; goesOn;) {
        const { rows, status } = await readResult(next)
        results.push(rows)
        goesOn = (status & moreResults) !== 0
      }
      return results
    },
    end: () => socket.destroy(),
  }
}

function framed(payload: Buffer, sequence: number): Buffer {
  const head = Buffer.alloc(4)
  head.writeUIntLE(payload.length, 0, 3)
  head[3] = sequence
  return Buffer.concat([head, payload])
}

async function* packetsOf(socket: Socket): AsyncGenerator<Buffer, undefined> {
  let held = Buffer.alloc(0)
  for await (const chunk of socket) {
    held = Buffer.concat([held, chunk as Buffer])
    while (held.length >= 4 && held.length >= 4 + held.readUIntLE(0, 3)) {
      const length = held.readUIntLE(0, 3)
      yield held.subarray(4, 4 + length)
      held = held.subarray(4 + length)
    }
  }
}

async function readResult(
  next: () => Promise<Buffer>,
): Promise<{ rows: (string | null)[][]; status: number }> {
  const first = await next()
  // An OK packet: nothing was found or asked.
  if (first[0] === 0) return { rows: [], status: first.readUInt16LE(3) }
  for (let packet = await next(); !isEnd(packet);) packet = await next()
  const rows: (string | null)[][] = []
  for (;;) {
    const packet = await next()
    if (isEnd(packet)) return { rows, status: packet.readUInt16LE(3) }
    rows.push(textsOf(packet))
  }
}

function isEnd(packet: Buffer): boolean {
  return packet[0] === endOfRows && packet.length < 9
}

/** The fields of a row, each with its length before it. */
function textsOf(packet: Buffer): (string | null)[] {
  const texts: (string | null)[] = []
  for (let at = 0; at < packet.length;) {
    const mark = packet[at] ?? 0
    if (mark === 0xfb) {
      texts.push(null)
      at += 1
      continue
    }
    const width = mark === 0xfc ? 2 : mark === 0xfd ? 3 : 0
    const length = width === 0 ? mark : packet.readUIntLE(at + 1, width)
    const start = at + 1 + width
    texts.push(packet.toString('utf8', start, start + length))
    at = start + length
  }
  return texts
}
