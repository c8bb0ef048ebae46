import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { calls } from '@cartouche/contract'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Services } from '../services.ts'
import { withTransaction } from '../database/database.ts'
import { createAddJob } from '../jobs/create-add-job.ts'
import { startJobs } from '../jobs/start-jobs.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { mailTasks } from './mail-tasks.ts'
import { mailRoutes } from '../../people/notifications/mail.routes.ts'
import { sendMail } from './send-mail.ts'

let library: TestLibrary
const stops: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  library = await createTestLibrary()
})
afterAll(() => library.close())
beforeEach(() => library.services.database.deleteFrom('mail').execute())
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const mail = {
  to: 'ana@example.org',
  subject: 'Une image à voir\r\nBcc: evil@example.org',
  text: 'Voilà: https://example.org/s/1',
  html: '<p>Voilà</p>',
}

/** A real mail server on a free port; what it received. */
async function startMailServer(
  options: SMTPServerOptions = {},
  port = 0,
): Promise<{ port: number; received: ParsedMail[] }> {
  const received: ParsedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _session, done) => {
      simpleParser(stream, (error, parsed) => {
        if (!error) received.push(parsed)
        done(error)
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  stops.push(
    () =>
      new Promise<void>((resolve) => {
        server.close(resolve)
      }),
  )
  return { port: (server.server.address() as AddressInfo).port, received }
}

const withServer = (port: number, more = ''): Services => ({
  ...library.services,
  settings: {
    ...library.services.settings,
    smtpUrl: `smtp://127.0.0.1:${port}${more}`,
    mailFrom: 'Musée <dam@example.org>',
  },
})

const outbox = () => library.services.database.selectFrom('mail').selectAll().orderBy('id').execute()

/** Runs the job of the mail that was put in last. */
async function deliver(services: Services): Promise<void> {
  const job = library.jobs.findLast(({ task }) => task === 'send-mail')
  const run = mailTasks['send-mail']
  if (!job || typeof run !== 'function') throw new Error('There is a job')
  await run(services, job.payload, new AbortController().signal)
}

test('a mail arrives as it was written, once, and nothing slips into its headers', async () => {
  const { port, received } = await startMailServer()
  const services = withServer(port)
  await sendMail(services, services.database, mail)
  expect(await outbox()).toMatchObject([{ status: 'waiting', recipient: 'ana@example.org' }])
  await deliver(services)
  await deliver(services)
  expect(received).toHaveLength(1)
  const [arrived] = received
  expect(arrived).toMatchObject({
    subject: 'Une image à voir Bcc: evil@example.org',
    text: expect.stringContaining('Voilà: https://example.org/s/1'),
    html: expect.stringContaining('<p>Voilà</p>'),
  })
  expect(arrived?.from?.value).toEqual([{ name: 'Musée', address: 'dam@example.org' }])
  expect(arrived?.bcc).toBeUndefined()
  expect(arrived?.messageId).toMatch(/^<cartouche\.\d+\.\d+@example\.org>$/)
  expect(await outbox()).toMatchObject([
    { status: 'sent', attempts: 1, reason: null, sent_at: expect.any(Date) },
  ])
})

test('a mail exists when the transaction is committed, and never otherwise', async () => {
  const services = withServer(1)
  await withTransaction(services.database, async (transaction) => {
    await sendMail(services, transaction, mail)
    throw new Error('changed my mind')
  }).catch(() => {})
  expect(await outbox()).toEqual([])
})

test('without a mail server, mail stays in the outbox for the administrator', async () => {
  const jobs = library.jobs.length
  await sendMail(library.services, library.services.database, mail)
  expect(await outbox()).toMatchObject([{ status: 'kept', text_body: mail.text, html_body: mail.html }])
  expect(library.jobs).toHaveLength(jobs)
})

test('a mail server that is down keeps the mail waiting with the reason; it goes when the server is back', async () => {
  const { port } = await startMailServer()
  for (const stop of stops.splice(0)) await stop()
  const services = withServer(port)
  await sendMail(services, services.database, mail)
  await expect(deliver(services)).rejects.toThrow(/could not be sent.*ECONNREFUSED/)
  expect(await outbox()).toMatchObject([
    { status: 'waiting', attempts: 1, reason: expect.stringContaining('ECONNREFUSED') },
  ])
  const { received } = await startMailServer({}, port)
  await deliver(services)
  expect(received).toHaveLength(1)
  expect(await outbox()).toMatchObject([{ status: 'sent', attempts: 2 }])
})

const answer = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode })

test('what the server refuses for good is failed with its reason and not tried again; a busy server is', async () => {
  const { port } = await startMailServer({
    onRcptTo: (_address, _session, done) => {
      done(answer(550, 'No such person here'))
    },
  })
  await sendMail(withServer(port), library.services.database, mail)
  await deliver(withServer(port))
  expect(await outbox()).toMatchObject([
    { status: 'failed', reason: expect.stringContaining('No such person here') },
  ])
  await library.services.database.deleteFrom('mail').execute()
  const busy = await startMailServer({
    onRcptTo: (_address, _session, done) => {
      done(answer(451, 'Come back later'))
    },
  })
  await sendMail(withServer(busy.port), library.services.database, mail)
  await expect(deliver(withServer(busy.port))).rejects.toThrow('Come back later')
  expect(await outbox()).toMatchObject([
    { status: 'waiting', reason: expect.stringContaining('Come back later') },
  ])
})

test('a refused sign-in waits for somebody to mend it, and the reason does not hold the password', async () => {
  const { port } = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => {
      done(answer(535, 'hush-hush is wrong'))
    },
  })
  const services = withServer(port)
  const signed: Services = {
    ...services,
    settings: { ...services.settings, smtpUrl: `smtp://me:hush-hush@127.0.0.1:${port}` },
  }
  await sendMail(signed, signed.database, mail)
  await expect(deliver(signed)).rejects.toThrow('is wrong')
  const [kept] = await outbox()
  expect(kept).toMatchObject({ status: 'waiting', reason: expect.stringContaining('is wrong') })
  expect(kept?.reason).not.toContain('hush-hush')
})

test('a mail server that says nothing is left after a while', async () => {
  const silent: Server = createServer(() => {})
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve)
  })
  stops.push(
    () =>
      new Promise((resolve) => {
        silent.close(resolve)
      }),
  )
  const services = withServer((silent.address() as AddressInfo).port, '?greetingTimeout=200')
  await sendMail(services, services.database, mail)
  await expect(deliver(services)).rejects.toThrow(/[Gg]reeting/)
  expect(await outbox()).toMatchObject([{ status: 'waiting' }])
})

test('a mail that was tried often enough is given up, and still there', async () => {
  const services = withServer(1)
  await sendMail(services, services.database, mail)
  await services.database.updateTable('mail').set({ attempts: 24 }).execute()
  await deliver(services)
  expect(await outbox()).toMatchObject([
    { status: 'failed', attempts: 25, reason: expect.stringContaining('ECONNREFUSED') },
  ])
})

test('what is no address is kept as failed and harms nobody else', async () => {
  for (const to of [
    '',
    'nobody',
    'a@example.org\r\nRCPT TO:<b@example.org>',
    `${'a'.repeat(250)}@example.org`,
  ])
    await sendMail(withServer(1), library.services.database, { ...mail, to })
  expect((await outbox()).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'failed'])
})

test('sent mail is forgotten after a month, and no other', async () => {
  for (let at = 0; at < 3; at += 1) await sendMail(library.services, library.services.database, mail)
  const [first, second] = await outbox()
  await library.services.database
    .updateTable('mail')
    .set({ status: 'sent', sent_at: new Date(Date.now() - 31 * 86_400_000) })
    .where('id', '=', first?.id ?? 0)
    .execute()
  await library.services.database
    .updateTable('mail')
    .set({ status: 'failed', created_at: new Date(0) })
    .where('id', '=', second?.id ?? 0)
    .execute()
  const sweep = mailTasks['sweep-mail']
  if (!sweep || typeof sweep === 'function') throw new Error('It recurs')
  await sweep.run(library.services, {}, new AbortController().signal)
  expect((await outbox()).map(({ status }) => status)).toEqual(['failed', 'kept'])
})

test('the real queue sends it', async () => {
  const { port, received } = await startMailServer()
  const services: Services = { ...withServer(port), addJob: createAddJob() }
  const jobs = await startJobs(
    services,
    { 'send-mail': mailTasks['send-mail'] ?? (async () => {}) },
    { url: library.url, concurrency: 1 },
  )
  stops.push(() => jobs.stop())
  await withTransaction(services.database, (transaction) => sendMail(services, transaction, mail))
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1)
  await expect.poll(async () => (await outbox())[0]?.status).toBe('sent')
})

test('an administrator reads the outbox, sends again and deletes; nobody else does', async () => {
  const [admin, editor] = [await library.user('administrator'), await library.user('editor')]
  for (const subject of ['First', 'Second', 'Third'])
    await sendMail(library.services, library.services.database, { ...mail, subject })
  await sendMail(library.services, library.services.database, { ...mail, to: 'nobody', subject: 'Fourth' })
  const all = calls.findMails.answers.parse(await mailRoutes.findMails(library.as(admin), {}))
  expect(all).toMatchObject({
    next: null,
    counts: { kept: 3, waiting: 0, sent: 0, failed: 1 },
    hasServer: false,
  })
  expect(all.mails.map(({ subject }) => subject)).toEqual(['Fourth', 'Third', 'Second', 'First'])
  const page = await mailRoutes.findMails(library.as(admin), { max: 3 })
  expect(
    (await mailRoutes.findMails(library.as(admin), { before: page.next ?? 0 })).mails.map(
      ({ subject }) => subject,
    ),
  ).toEqual(['First'])
  expect((await mailRoutes.findMails(library.as(admin), { status: 'failed' })).mails).toHaveLength(1)
  expect((await mailRoutes.findMails(library.as(admin), { text: 'ANA@' })).mails).toHaveLength(3)
  const id = all.mails.at(-1)?.id ?? 0
  await expect(mailRoutes.resendMail(library.as(admin), { id })).rejects.toMatchObject({
    code: 'mail_server_missing',
  })
  const { port, received } = await startMailServer()
  const sending = { ...library.as(admin), settings: withServer(port).settings }
  expect(await mailRoutes.resendMail(sending, { id })).toMatchObject({ id, status: 'waiting' })
  await deliver(withServer(port))
  expect(received.map(({ subject }) => subject)).toEqual(['First'])
  await expect(mailRoutes.resendMail(sending, { id })).rejects.toMatchObject({ code: 'mail_not_found' })
  expect(await mailRoutes.deleteMail(library.as(admin), { id })).toEqual({ id, deleted: true })
  await expect(mailRoutes.deleteMail(library.as(admin), { id })).rejects.toMatchObject({
    code: 'mail_not_found',
  })
  for (const call of [
    mailRoutes.findMails(library.as(editor), {}),
    mailRoutes.resendMail(library.as(editor), { id }),
    mailRoutes.deleteMail(library.as(editor), { id }),
  ])
    await expect(call).rejects.toMatchObject({ code: 'access_denied' })
})
