import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'

/**
 * Runs a statement in the database that an application keeps in its data folder: what no call of the product
 * does. By its socket, which lets in the user of the server without a password.
 * @throws Error with what the database says
 */
export async function askDatabase(dataFolder: string, statement: string): Promise<void> {
  const lines = (await readFile(join(dataFolder, 'database', 'postmaster.pid'), 'utf8')).split('\n')
  const socket = connect(join(lines[4] ?? '', `.s.PGSQL.${lines[3]}`))
  const parameters = Buffer.from('user\0cartouche\0database\0cartouche\0\0')
  socket.write(Buffer.concat([int32(8 + parameters.length), int32(3 << 16), parameters]))
  try {
    await ready(socket)
    const text = Buffer.from(`${statement}\0`)
    socket.write(Buffer.concat([Buffer.from('Q'), int32(4 + text.length), text]))
    await ready(socket)
  } finally {
    socket.destroy()
  }
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** Reads messages (a letter, a length, a body) until the database waits for the next statement. */
async function ready(socket: ReturnType<typeof connect>): Promise<void> {
  let bytes = Buffer.alloc(0)
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    bytes = Buffer.concat([bytes, chunk as Buffer])
    while (bytes.length >= 5 && bytes.length > bytes.readInt32BE(1)) {
      const [letter, body] = [String.fromCharCode(bytes[0] ?? 0), bytes.subarray(5, 1 + bytes.readInt32BE(1))]
      bytes = bytes.subarray(1 + bytes.readInt32BE(1))
      if (letter === 'E') throw new Error(body.toString().replaceAll('\0', ' '))
      if (letter === 'Z') return
    }
  }
  throw new Error('the database hung up')
}
