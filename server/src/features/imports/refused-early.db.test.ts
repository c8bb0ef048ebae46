import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type AnyJson, type TestApplication } from '../../http/test-application.ts'

let application: TestApplication
let share: string
let visitor: string
const ask: TestApplication['ask'] = (...options) => application.ask(...options)

beforeAll(async () => {
  application = await startTestApplication(undefined, { CARTOUCHE_UPLOAD_MAX_MB: '100' })
  const [cart] = (await ask('POST', '/wedia/cart/createCart/', { who: 'editor', json: { name: 'Shoot' } }))
    .body
  const draft = { name: 'Shoot', actions: ['view', 'upload'], uploadMaxBytes: 90_000_000 }
  share = (await ask('POST', `/wedia/cart/shareCart/${cart.id}`, { who: 'editor', json: draft })).body.id
  const who = { name: 'Ann Lee', email: 'ann@example.org' }
  const path = `/wedia/cart/withShare/${share}/visitor`
  visitor = (await ask('POST', path, { who: 'nobody', json: who })).body.visitor
}, 120_000)
afterAll(() => application.stop())

const million = 1_000_000

/** A Windows program, whose header its first bytes point to. */
function windowsProgram(): Buffer {
  const bytes = Buffer.alloc(8192)
  bytes.write('MZ')
  bytes.writeUInt32LE(256, 60)
  bytes.write('PE\0\0', 256, 'latin1')
  return bytes
}

/**
 * Announces a file and sends its first bytes, and no more before the answer is there. Answers that, and
 * whether the server ended the connection with it.
 */
async function sendStart(name: string, size: number, start: Buffer): Promise<AnyJson> {
  const json = JSON.stringify({ visitor, key: `${name} ${size}`, size })
  const part = (field: string): string => `--x\r\ncontent-disposition: form-data; name="${field}"`
  const head = `${part('json')}\r\n\r\n${json}\r\n${part('file')}; filename="${name}"\r\n\r\n`
  const { hostname, port, host } = new URL(application.cartouche.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST /wedia/cart/withShare/${share}/files HTTP/1.1\r\nhost: ${host}\r\n` +
      `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${head.length + size + 9}\r\n\r\n${head}`,
  )
  socket.write(start)
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(socket, 'end')
  socket.destroy()
  return JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))
}

test('a file is refused before it is sent: by its name, its announced size, its room and its first bytes', async () => {
  const elf = Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(8192)])
  for (const [name, size, start, code] of [
    ['setup.exe', 80 * million, Buffer.from('x'), 'upload_type_refused'],
    ['film.mov', 120 * million, Buffer.from('x'), 'upload_too_large'],
    ['film.mov', 95 * million, Buffer.from('x'), 'share_uploads_full'],
    ['harbour.jpg', 80 * million, windowsProgram(), 'upload_program'],
    ['harbour', 80 * million, elf, 'upload_program'],
  ] as const)
    expect((await sendStart(name, size, start)).code, `${name} ${size}`).toBe(code)
  // None holds room: a file that fits is taken whole, whatever its first bytes look like.
  const text = Buffer.from(`MZ is how this text begins. ${'x'.repeat(5000)}`)
  const form = new FormData()
  form.append('json', JSON.stringify({ visitor, key: 'text', size: text.length }))
  form.append('file', new File([text], 'note.txt'))
  const sent = await ask('POST', `/wedia/cart/withShare/${share}/files`, { who: 'nobody', form })
  expect(sent).toMatchObject({ status: 201, body: { file: { name: 'note.txt', sizeBytes: text.length } } })
})
