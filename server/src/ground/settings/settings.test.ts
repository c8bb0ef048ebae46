import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings, refuseRoot, SettingsError } from './settings.ts'

function readLines(variables: Record<string, string>): string[] {
  try {
    readSettings(variables)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.lines
    throw error
  }
}

test('nothing set gives the defaults', () => {
  expect(readSettings({})).toEqual({
    serverRoles: ['web', 'worker'],
    jobsAtOnce: undefined,
    decodersAtOnce: undefined,
    adaptiveFilmsAtOnce: 1,
    drainSeconds: 30,
    host: '127.0.0.1',
    port: 8080,
    addresses: [],
    proxies: [],
    connectionsPerAddress: 512,
    dataFolder: resolve('data'),
    blobs: { kind: 'folder' },
    blobsBefore: undefined,
    scratchMaxBytes: 20_480 * 1024 ** 2,
    picturesMaxBytes: 4096 * 1024 ** 2,
    clipsMaxBytes: 4096 * 1024 ** 2,
    directDownloads: false,
    databaseUrl: undefined,
    organisation: 'Cartouche',
    demo: true,
    adminPassword: undefined,
    demoPassword: undefined,
    applicationKey: undefined,
    applicationSecret: undefined,
    origins: [],
    archiveWarnBytes: 300 * 1024 ** 2,
    archiveMaxBytes: 4096 * 1024 ** 2,
    uploadMaxBytes: 10240 * 1024 ** 2,
    smtpUrl: undefined,
    mailFrom: undefined,
    auditDays: 730,
    usageDays: 400,
    trashDays: 30,
    verifyDays: 30,
    verifyMaxBytes: 20 * 1024 ** 2,
    reverseSearch: 'library',
    reverseSearchProviders: [],
    mfaOnly: false,
    allowRoot: false,
    singleSignOn: [],
    monitoring: {
      metricsToken: undefined,
      metricsPort: undefined,
      slowQueryMs: 1000,
      accessLog: false,
      tracesUrl: undefined,
      serviceName: 'cartouche',
      tracesRatio: 1,
    },
  })
})

test('every variable is read', () => {
  expect(
    readSettings({
      HOST: '0.0.0.0',
      PORT: '0',
      CARTOUCHE_URL: 'https://dam.example.org, https://assets.example.org:8443',
      CARTOUCHE_PROXIES: 'loopback, 10.0.0.0/8, fd00::1',
      CARTOUCHE_CONNECTIONS_PER_ADDRESS: '64',
      CARTOUCHE_DATA: '/srv/cartouche',
      CARTOUCHE_BLOBS: 's3://dam-files/library/one',
      CARTOUCHE_BLOBS_BEFORE: 'folder',
      CARTOUCHE_SCRATCH_MB: '4',
      CARTOUCHE_DIRECT_DOWNLOADS: '1',
      AWS_ENDPOINT_URL: 'https://aws.example.org',
      AWS_ENDPOINT_URL_S3: 'https://s3.example.org',
      AWS_REGION: 'eu-west-3',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'hush',
      DATABASE_URL: 'postgresql://me:secret@db.example.org/dam?sslmode=require',
      CARTOUCHE_ORGANISATION: 'Musée',
      CARTOUCHE_DEMO: '0',
      CARTOUCHE_ADMIN_PASSWORD: 'admin password',
      CARTOUCHE_DEMO_PASSWORD: 'demo password',
      CARTOUCHE_APPLICATION_KEY: 'portal',
      CARTOUCHE_APPLICATION_SECRET: '0123456789abcdef',
      CARTOUCHE_ORIGINS: 'https://www.example.org, http://localhost:5173',
      CARTOUCHE_ARCHIVE_WARN_MB: '1',
      CARTOUCHE_ARCHIVE_MAX_MB: '2',
      CARTOUCHE_UPLOAD_MAX_MB: '3',
      CARTOUCHE_SMTP_URL: 'smtp://me:hush@mail.example.org:587',
      CARTOUCHE_MAIL_FROM: 'Musée <dam@example.org>',
      CARTOUCHE_AUDIT_DAYS: '30',
      CARTOUCHE_USAGE_DAYS: '0',
      CARTOUCHE_TRASH_DAYS: '90',
      CARTOUCHE_VERIFY_DAYS: '7',
      CARTOUCHE_VERIFY_MB: '5',
      CARTOUCHE_BACKUP_TO: 's3://dam-backup/library',
      CARTOUCHE_BACKUP_AT: '0 4 * * 1-5',
      CARTOUCHE_BACKUP_KEEP: '30',
      CARTOUCHE_BACKUP_WAL_DAYS: '21',
      CARTOUCHE_BACKUP_KEY: 'correct horse battery',
      CARTOUCHE_BACKUP_CHECK_AT: 'off',
      CARTOUCHE_ROLE: ' worker, worker',
      CARTOUCHE_JOBS: '3',
      CARTOUCHE_DECODERS: '4',
      CARTOUCHE_ADAPTIVE_FILMS: '0',
      CARTOUCHE_DRAIN_SECONDS: '90',
      CARTOUCHE_REVERSE_SEARCH: 'off',
      CARTOUCHE_METRICS_TOKEN: 'a token of twenty, or more'.replaceAll(' ', '-'),
      CARTOUCHE_METRICS_PORT: '9464',
      CARTOUCHE_SLOW_QUERY_MS: '250',
      CARTOUCHE_ACCESS_LOG: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example.org:4318/',
      OTEL_SERVICE_NAME: 'dam',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }),
  ).toEqual({
    serverRoles: ['worker'],
    jobsAtOnce: 3,
    decodersAtOnce: 4,
    adaptiveFilmsAtOnce: 0,
    drainSeconds: 90,
    host: '0.0.0.0',
    port: 0,
    addresses: ['https://dam.example.org', 'https://assets.example.org:8443'],
    proxies: ['loopback', '10.0.0.0/8', 'fd00::1'],
    connectionsPerAddress: 64,
    dataFolder: '/srv/cartouche',
    blobs: {
      kind: 's3',
      bucket: 'dam-files',
      prefix: 'library/one/',
      endpoint: 'https://s3.example.org',
      region: 'eu-west-3',
      accessKeyId: 'key',
      secretAccessKey: 'hush',
      sessionToken: undefined,
    },
    blobsBefore: { kind: 'folder' },
    scratchMaxBytes: 4 * 1024 ** 2,
    backup: {
      place: 's3://dam-backup/library',
      address: {
        kind: 's3',
        bucket: 'dam-backup',
        prefix: 'library/',
        endpoint: 'https://s3.example.org',
        region: 'eu-west-3',
        accessKeyId: 'key',
        secretAccessKey: 'hush',
        sessionToken: undefined,
      },
      passphrase: 'correct horse battery',
      at: { text: '0 4 * * 1-5', nextAfter: expect.any(Function) },
      checkAt: undefined,
      keep: { count: 30, walDays: 21 },
    },
    picturesMaxBytes: 4096 * 1024 ** 2,
    clipsMaxBytes: 4096 * 1024 ** 2,
    directDownloads: true,
    databaseUrl: 'postgresql://me:secret@db.example.org/dam?sslmode=require',
    organisation: 'Musée',
    demo: false,
    adminPassword: 'admin password',
    demoPassword: 'demo password',
    applicationKey: 'portal',
    applicationSecret: '0123456789abcdef',
    origins: ['https://www.example.org', 'http://localhost:5173'],
    archiveWarnBytes: 1024 ** 2,
    archiveMaxBytes: 2 * 1024 ** 2,
    uploadMaxBytes: 3 * 1024 ** 2,
    smtpUrl: 'smtp://me:hush@mail.example.org:587',
    mailFrom: 'Musée <dam@example.org>',
    auditDays: 30,
    usageDays: 0,
    trashDays: 90,
    verifyDays: 7,
    verifyMaxBytes: 5 * 1024 ** 2,
    reverseSearch: 'off',
    reverseSearchProviders: [],
    mfaOnly: false,
    allowRoot: false,
    singleSignOn: [],
    monitoring: {
      metricsToken: 'a-token-of-twenty,-or-more',
      metricsPort: 9464,
      slowQueryMs: 250,
      accessLog: true,
      tracesUrl: 'http://collector.example.org:4318/v1/traces',
      serviceName: 'dam',
      tracesRatio: 0.25,
    },
  })
})

test('traces go where the settings say, and nowhere where they are switched off', () => {
  const tracesUrlOf = (variables: Record<string, string>): string | undefined =>
    readSettings(variables).monitoring.tracesUrl
  const both = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example.org:4318',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://traces.example.org/in',
  }
  expect(tracesUrlOf(both)).toBe('http://traces.example.org/in')
  expect(tracesUrlOf({ ...both, OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
  expect(readLines({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toHaveLength(1)
  expect(readLines({ OTEL_TRACES_SAMPLER_ARG: '2' })).toHaveLength(1)
})

test('a token of metrics is long, and is not shown', () => {
  expect(readLines({ CARTOUCHE_METRICS_TOKEN: 'hush' })).toEqual([
    'CARTOUCHE_METRICS_TOKEN must have 20 characters or more, without spaces',
  ])
})

test('a variable that is empty counts as not set', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '  ', CARTOUCHE_ADMIN_PASSWORD: '' })).toMatchObject({
    port: 8080,
    databaseUrl: undefined,
    adminPassword: undefined,
  })
})

test('all that is wrong is reported at once, a line each, secrets unshown', () => {
  expect(
    readLines({
      PORT: '80a',
      HOST: '0.0.0.0',
      DATABASE_URL: 'mysql://me:hush@host',
      CARTOUCHE_ADMIN_PASSWORD: 'hush',
      CARTOUCHE_DEMO: 'yes',
      CARTOUCHE_ORIGINS: 'https://www.example.org/path, nonsense',
      CARTOUCHE_ARCHIVE_WARN_MB: '10',
      CARTOUCHE_ARCHIVE_MAX_MB: '5',
      CARTOUCHE_UPLOAD_MAX_MB: '0',
    }),
  ).toEqual([
    'PORT must be a whole number from 0 to 65535 (it is "80a")',
    'DATABASE_URL must be an address as postgresql://user:password@host/database',
    'CARTOUCHE_DEMO must be 1 or 0 (it is "yes")',
    'CARTOUCHE_ADMIN_PASSWORD must have 10 characters or more',
    'CARTOUCHE_ORIGINS must list origins as https://www.example.org, separated by commas (it is "https://www.example.org/path, nonsense")',
    'CARTOUCHE_UPLOAD_MAX_MB must be more than 0 (it is "0")',
    'CARTOUCHE_DEMO_PASSWORD must be set while HOST (0.0.0.0) makes the server reachable from outside; or turn the demonstration off with CARTOUCHE_DEMO=0',
    'CARTOUCHE_URL must be set while HOST (0.0.0.0) makes the server reachable from outside: its address, as https://dam.example.org',
    'CARTOUCHE_ARCHIVE_WARN_MB (10) must not be above CARTOUCHE_ARCHIVE_MAX_MB (5)',
  ])
})

test.for(['65536', '-1', '1.5', '0x50', '١'])('the port %s is refused', (port) => {
  expect(readLines({ PORT: port })).toHaveLength(1)
})

test.for(['0.0.0.0', '::', '192.168.1.5', 'dam.example.org', '127.example.org'])(
  'a demonstration on the host %s needs a password that was chosen',
  (host) => {
    const outside = { HOST: host, CARTOUCHE_URL: 'https://dam.example.org' }
    expect(readLines(outside)).toHaveLength(1)
    expect(readLines({ ...outside, CARTOUCHE_DEMO_PASSWORD: 'a chosen one' })).toEqual([])
    expect(readLines({ ...outside, CARTOUCHE_DEMO: '0' })).toEqual([])
    expect(readLines({ HOST: host, CARTOUCHE_DEMO: '0' })).toEqual([
      expect.stringContaining('CARTOUCHE_URL must be set'),
    ])
  },
)

test.for(['localhost', '127.0.0.1', '127.1.2.3', '::1'])(
  'a demonstration on the host %s may generate its password',
  (host) => {
    expect(readLines({ HOST: host })).toEqual([])
  },
)

test('a mail server and a sender go together, each as it must be', () => {
  const from = { CARTOUCHE_MAIL_FROM: 'dam@example.org' }
  expect(readLines({ CARTOUCHE_SMTP_URL: 'smtp://localhost' })).toHaveLength(1)
  expect(readLines(from)).toHaveLength(1)
  expect(readLines({ CARTOUCHE_SMTP_URL: 'https://me:hush@host', ...from })).toEqual([
    'CARTOUCHE_SMTP_URL must be an address as smtp://user:password@host:587 or smtps://host',
  ])
  for (const sender of ['nobody', 'A <b>', 'A <a@example.org>\r\nBcc: <b@example.org>']) {
    expect(readLines({ CARTOUCHE_SMTP_URL: 'smtps://localhost', CARTOUCHE_MAIL_FROM: sender })).toHaveLength(
      1,
    )
  }
})

test('backups ask for a place, a time that comes, a passphrase that is long, and show none', () => {
  const to = { CARTOUCHE_BACKUP_TO: '/mnt/backup' }
  expect(readSettings({}).backup).toBeUndefined()
  expect(readSettings(to).backup).toMatchObject({
    place: '/mnt/backup',
    address: { kind: 'folder', folder: '/mnt/backup' },
    keep: { count: 14, walDays: 7 },
    passphrase: undefined,
    at: { text: '30 3 * * *' },
    checkAt: { text: '0 5 * * 0' },
  })
  expect(readLines({ CARTOUCHE_BACKUP_TO: 's3://dam-backup' })).toEqual([
    'AWS_ACCESS_KEY_ID must be set where CARTOUCHE_BACKUP_TO names a bucket',
    'AWS_SECRET_ACCESS_KEY must be set where CARTOUCHE_BACKUP_TO names a bucket',
  ])
  for (const wrong of ['daily', '0 25 * * *', '0 0 31 2 *'])
    expect(readLines({ ...to, CARTOUCHE_BACKUP_AT: wrong })[0]).toContain(
      'CARTOUCHE_BACKUP_AT must be off, or',
    )
  expect(readLines({ ...to, CARTOUCHE_BACKUP_KEEP: '0' })).toHaveLength(1)
  expect(readLines({ ...to, CARTOUCHE_BACKUP_WAL_DAYS: '-1' })).toHaveLength(1)
  expect(readLines({ ...to, CARTOUCHE_BACKUP_KEY: 'too short' })).toEqual([
    'CARTOUCHE_BACKUP_KEY must have 12 characters or more',
  ])
  expect(readLines({ ...to, CARTOUCHE_BACKUP_KEY_FILE: '/nowhere/key' })[0]).toContain('that can be read')
})

test('a bucket needs keys, and none is shown', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'hush' }
  expect(readLines({ CARTOUCHE_BLOBS: 's3://bucket' })).toEqual([
    'AWS_ACCESS_KEY_ID must be set where CARTOUCHE_BLOBS names a bucket',
    'AWS_SECRET_ACCESS_KEY must be set where CARTOUCHE_BLOBS names a bucket',
  ])
  expect(readSettings({ CARTOUCHE_BLOBS: 's3://bucket', ...keys }).blobs).toMatchObject({
    prefix: '',
    endpoint: undefined,
    region: 'us-east-1',
  })
  for (const place of [
    's3://',
    's3://B',
    's3://bucket/a b',
    's3://bucket/../x',
    '/srv/blobs',
    's3://bucket//a',
  ])
    expect(readLines({ CARTOUCHE_BLOBS: place, ...keys })).toHaveLength(1)
  expect(
    readLines({ CARTOUCHE_BLOBS: 's3://bucket', ...keys, CARTOUCHE_BLOBS_BEFORE: 's3://bucket/' }),
  ).toEqual(['CARTOUCHE_BLOBS_BEFORE must name another place than CARTOUCHE_BLOBS'])
  expect(readLines({ CARTOUCHE_DIRECT_DOWNLOADS: '1' })).toEqual([
    'CARTOUCHE_DIRECT_DOWNLOADS=1 needs a bucket in CARTOUCHE_BLOBS',
  ])
  expect(readLines({ AWS_ENDPOINT_URL_S3: 's3.example.org' })).toHaveLength(1)
})

test.for(['0.0.0.0', '::', 'dam.example.org'])(
  'root does not serve others on %s unless allowed to',
  (host) => {
    expect(refuseRoot({ host, allowRoot: false }, 0)).toMatch(/CARTOUCHE_ALLOW_ROOT=1/)
    expect(refuseRoot({ host, allowRoot: true }, 0)).toBeNull()
    expect(refuseRoot({ host, allowRoot: false }, 1000)).toBeNull()
    expect(refuseRoot({ host, allowRoot: false }, undefined)).toBeNull()
  },
)

test('root tries the product on its own machine', () => {
  expect(refuseRoot(readSettings({}), 0)).toBeNull()
  expect(readSettings({ CARTOUCHE_ALLOW_ROOT: '1' })).toMatchObject({ allowRoot: true })
})

test.for(['10.0.0.0/33', '10.0.0', 'proxy.example.org', '10.0.0.1/8/8', 'fd00::/129'])(
  '%s is no proxy',
  (proxy) => {
    expect(readLines({ CARTOUCHE_PROXIES: proxy })).toHaveLength(1)
  },
)

test('what is searched beyond the library is named by addresses that nobody listens to', () => {
  const read = (places: string) => readSettings({ CARTOUCHE_REVERSE_SEARCH: places })
  expect(read('library, https://me:hush@search.example.org/similar,http://127.0.0.1:9/x')).toMatchObject({
    reverseSearch: 'library',
    reverseSearchProviders: ['https://me:hush@search.example.org/similar', 'http://127.0.0.1:9/x'],
  })
  for (const wrong of [
    'off,https://search.example.org',
    'https://search.example.org',
    'library,http://search.example.org',
    'library,javascript:alert(1)',
    'library,',
    `library${',https://search.example.org'.repeat(6)}`,
  ])
    expect(() => read(wrong), wrong).toThrow(/CARTOUCHE_REVERSE_SEARCH/)
})

test('a server is something, and one that does half needs the database of the other half', () => {
  expect(readLines({ CARTOUCHE_ROLE: 'web, mail' })).toEqual([
    'CARTOUCHE_ROLE must be web, worker, or both with a comma (it is "web, mail")',
  ])
  expect(readLines({ CARTOUCHE_ROLE: ',' })).toHaveLength(1)
  expect(readLines({ CARTOUCHE_ROLE: 'worker' })).toEqual([
    "DATABASE_URL must be set where CARTOUCHE_ROLE is worker alone: the database is another server's, too",
  ])
  expect(readLines({ CARTOUCHE_ROLE: 'worker', DATABASE_URL: 'postgresql://127.0.0.1/dam' })).toEqual([])
})
