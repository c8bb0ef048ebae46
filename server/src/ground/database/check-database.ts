import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SettingsError, type Settings } from '../settings/settings.ts'

/** The oldest version whose statements ours are. */
const minVersion = 16
/** What migrations create, where it is not there. */
const extensions = ['unaccent', 'intarray', 'pg_trgm']
const heardWithinMs = 2000
/** A pooler whose database is away lets who connects wait for minutes. */
const answersWithinMs = 15_000

/**
 * Looks whether a PostgreSQL that was given can hold a library: its version, extensions, rights, and whether
 * sessions are kept. Needs no superuser.
 * @throws SettingsError with a line for each thing that is missing, which says who has to do what
 * @source decision 0215
 */
export async function checkDatabase({
  databaseUrl = '',
  databaseDirectUrl,
}: Pick<Settings, 'databaseUrl' | 'databaseDirectUrl'>): Promise<void> {
  const direct = await connect(databaseDirectUrl ?? databaseUrl)
  try {
    const lines = await findFaults(direct)
    if (lines.length === 0 && !(await hears(direct, databaseUrl)))
      lines.push(
        databaseDirectUrl === undefined
          ? 'DATABASE_URL leads to a pooler that does not keep sessions (pool_mode is "transaction" or "statement"): set DATABASE_DIRECT_URL to an address of the same database without the pooler, or with pool_mode "session"'
          : 'DATABASE_DIRECT_URL must lead to the same database as DATABASE_URL, without a pooler or with pool_mode "session": what was notified through the one was not heard through the other',
      )
    if (lines.length > 0) throw new SettingsError(lines)
  } finally {
    await direct.end().catch(() => {})
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'cartouche check',
    connectionTimeoutMillis: answersWithinMs,
    query_timeout: answersWithinMs,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

interface Found {
  readonly version: string
  readonly versionNumber: number
  readonly encoding: string
  readonly isStandby: boolean
  readonly role: string
  readonly database: string
  readonly schema: string | null
  readonly mayCreate: boolean
  readonly mayCreateTables: boolean
  readonly hasQueue: boolean
}

async function findFaults(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<Found>(`
    select current_setting('server_version') version, current_setting('server_version_num')::int "versionNumber",
      current_setting('server_encoding') encoding, pg_is_in_recovery() "isStandby", current_user role,
      current_database() database, current_schema() schema, has_database_privilege(current_database(), 'create') "mayCreate",
      coalesce(has_schema_privilege(current_schema(), 'create'), false) "mayCreateTables",
      to_regclass('graphile_worker.migrations') is not null "hasQueue"`)
  const [found] = rows
  if (!found) return []
  const { version, versionNumber, encoding, isStandby, role, database, schema } = found
  if (isStandby)
    return ['DATABASE_URL leads to a standby, which takes no writes: it must lead to the primary']
  const lines: string[] = []
  if (versionNumber < minVersion * 10_000)
    lines.push(`PostgreSQL must be version ${minVersion} or newer (it is ${version})`)
  if (encoding !== 'UTF8')
    lines.push(
      `The database "${database}" must have the encoding UTF8 (it has ${encoding}): create it again with encoding 'UTF8' template template0`,
    )
  if (!found.mayCreateTables)
    lines.push(
      `The role "${role}" may not create tables in the schema "${schema ?? 'public'}" of the database "${database}": let its owner or a superuser run: grant create on schema ${pg.escapeIdentifier(schema ?? 'public')} to ${pg.escapeIdentifier(role)}`,
    )
  if (!found.mayCreate && !found.hasQueue)
    lines.push(
      `The role "${role}" may not create schemas in the database "${database}": let its owner or a superuser run: grant create on database ${pg.escapeIdentifier(database)} to ${pg.escapeIdentifier(role)}`,
    )
  return [...lines, ...(await findMissingExtensions(client, found))]
}

interface ExtensionRow {
  readonly name: string
  /** Where it is installed. */
  readonly schema: string | null
  readonly isOnPath: boolean
  readonly isOffered: boolean
  /** Whether whoever may create in the database may install it. */
  readonly isTrusted: boolean
  readonly isSuperuser: boolean
}

async function findMissingExtensions(
  client: pg.Client,
  { role, database, mayCreate }: Found,
): Promise<string[]> {
  const { rows } = await client.query<ExtensionRow>(
    `select n.name, e.extnamespace::regnamespace::text schema, e.extnamespace::regnamespace::text = any(current_schemas(true)::text[]) "isOnPath",
      exists (select from pg_available_extensions a where a.name = n.name) "isOffered",
      exists (select from pg_available_extension_versions v where v.name = n.name and v.trusted) "isTrusted",
      (select rolsuper from pg_roles where rolname = current_user) "isSuperuser"
    from unnest($1::text[]) n (name) left join pg_extension e on e.extname = n.name`,
    [extensions],
  )
  return rows.flatMap(({ name, schema, isOnPath, isOffered, isTrusted, isSuperuser }) => {
    if (schema !== null)
      return isOnPath
        ? []
        : [
            `The extension ${name} is in the schema "${schema}", where the role "${role}" does not find it: run as this role: alter role ${pg.escapeIdentifier(role)} set search_path = public, ${pg.escapeIdentifier(schema)}`,
          ]
    if (!isOffered)
      return [
        `This PostgreSQL does not have the extension ${name}: install its additional modules (Debian has them in postgresql, others in postgresql-contrib), or allow the extension in the settings of whoever runs it for you`,
      ]
    if (isSuperuser || (isTrusted && mayCreate)) return []
    return [
      `The extension ${name} is not installed in the database "${database}", and the role "${role}" may not install it: let ${isTrusted ? 'its owner' : 'a superuser'} run there: create extension ${name}`,
    ]
  })
}

/** Whether a session hears what is notified through an address: where it does not, it is none. */
async function hears(listener: pg.Client, url: string): Promise<boolean> {
  const channel = `cartouche_check_${randomUUID().replaceAll('-', '')}`
  const heard = once(listener, 'notification').then(() => true)
  heard.catch(() => {})
  await listener.query(`listen ${channel}`)
  const notifier = await connect(url)
  try {
    await notifier.query('select pg_notify($1, $2)', [channel, ''])
    return await Promise.race([heard, sleep(heardWithinMs, false, { ref: false })])
  } finally {
    await notifier.end().catch(() => {})
  }
}
