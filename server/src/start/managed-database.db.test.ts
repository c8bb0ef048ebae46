import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkDatabase } from '../ground/database/check-database.ts'
import { createEmptyDatabase } from '../ground/database/test-database.ts'
import {
  createSharedFolder,
  signInTo,
  startServerProcess,
  type ServerProcess,
} from './test-server-process.ts'

// A PostgreSQL as providers give it: the role of the library is no superuser.
let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
let role: string
let roleUrl: string
let database: string
let administrator: pg.Client

beforeEach(async () => {
  empty = await createEmptyDatabase()
  administrator = new pg.Client({ connectionString: empty.url })
  await administrator.connect()
  role = `library_${randomUUID().slice(0, 8)}`
  database = new URL(empty.url).pathname.slice(1)
  await administrator.query(`create role ${role}`)
  const url = new URL(empty.url)
  url.searchParams.set('options', `-c role=${role}`)
  roleUrl = url.href
})
afterEach(async () => {
  await administrator.end()
  await empty.drop()
  const cleaner = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] ?? '' })
  await cleaner.connect()
  await cleaner.query(`drop role ${role}`)
  await cleaner.end()
})

const faults = async (): Promise<readonly string[]> =>
  checkDatabase({ databaseUrl: roleUrl, databaseDirectUrl: undefined }).then(
    () => [],
    (error: { lines: string[] }) => error.lines,
  )

async function startAs(url: string): Promise<void> {
  const folder = await createSharedFolder()
  let server: ServerProcess | undefined
  try {
    server = await startServerProcess(url, folder.path)
    const admin = await signInTo(server)
    expect((await admin(server, 'POST', '/wedia/cart/createCart/', { name: 'Harbour' })).status).toBe(200)
  } finally {
    await server?.end()
    await folder.remove()
  }
}

test('the owner of a database, who is no superuser, needs nobody else', async () => {
  await administrator.query(`alter database ${database} owner to ${role}`)
  expect(await faults()).toEqual([])
  await startAs(roleUrl)
})

test('what a role may not do is said, and who has to do what; then it runs', async () => {
  const [tables, schemas, ...extensions] = await faults()
  expect(tables).toContain(`grant create on schema "public" to "${role}"`)
  expect(schemas).toContain(`grant create on database "${database}" to "${role}"`)
  expect(extensions).toEqual(
    ['unaccent', 'intarray', 'pg_trgm'].map(
      (name) =>
        `The extension ${name} is not installed in the database "${database}", and the role "${role}" may not install it: let its owner run there: create extension ${name}`,
    ),
  )
  await expect(startAs(roleUrl)).rejects.toThrow(/let its owner run there: create extension intarray/)
  for (const line of [tables, schemas, ...extensions])
    await administrator.query(/: ((?:grant|create) .*)$/.exec(line ?? '')?.[1] ?? 'nothing was advised')
  expect(await faults()).toEqual([])
  await startAs(roleUrl)
  // Once it has its tables, it needs none of these rights.
  await administrator.query(`revoke create on database ${database} from ${role}`)
  expect(await faults()).toEqual([])
  await startAs(roleUrl)
})

test('an extension in a schema that the role does not look into is found there', async () => {
  await administrator.query(`alter database ${database} owner to ${role}`)
  await administrator.query('create schema extensions; create extension intarray schema extensions')
  expect(await faults()).toEqual([
    `The extension intarray is in the schema "extensions", where the role "${role}" does not find it: run as this role: alter role "${role}" set search_path = public, "extensions"`,
  ])
})

test('a database of another encoding is refused', async () => {
  const name = `latin_${randomUUID().slice(0, 8)}`
  await administrator.query(
    `create database ${name} encoding 'SQL_ASCII' locale 'C' locale_provider libc template template0`,
  )
  const url = new URL(empty.url)
  url.pathname = `/${name}`
  await expect(checkDatabase({ databaseUrl: url.href, databaseDirectUrl: undefined })).rejects.toThrow(
    /must have the encoding UTF8/,
  )
  await administrator.query(`drop database ${name}`)
})
