import { ApiError } from '@cartouche/contract'
import { expect, test } from 'vitest'
import { BackupError } from '../backup/backup-error.ts'
import { s3Error } from '../s3/s3-error.ts'
import { failureOf } from './run-failure.ts'

const system = (code: string, path?: string): Error =>
  Object.assign(new Error(`${code}: of the system`), { code, ...(path === undefined ? {} : { path }) })

test('what the error table knows keeps its code and its data', () => {
  expect(failureOf(new BackupError('backup_unreadable', { name: '2026-11-25T134502Z' }))).toMatchObject({
    code: 'backup_unreadable',
    message: expect.stringContaining('2026-11-25T134502Z'),
    data: { name: '2026-11-25T134502Z' },
  })
  expect(failureOf(new ApiError('backup_table_damaged', { table: 'entity' }))).toMatchObject({
    code: 'backup_table_damaged',
    data: { table: 'entity' },
  })
})

test('what the system or a store says has a code where it is known what it means', () => {
  expect([
    failureOf(system('ENOSPC')),
    failureOf(system('ECONNREFUSED')),
    failureOf(system('EACCES', '/backup/blobs')),
    failureOf(s3Error('PUT', 403, '<Error><Code>AccessDenied</Code></Error>')),
  ]).toMatchObject([
    { code: 'disk_full' },
    { code: 'store_away' },
    { code: 'path_refused', data: { path: '/backup/blobs' } },
    { code: 'bucket_refused', data: { reason: 'AccessDenied' } },
  ])
})

test('anything else has none: its own words are all that there is', () => {
  for (const thrown of [new Error('relation "x" does not exist'), system('EACCES'), 'a text', undefined])
    expect(failureOf(thrown)).toBeNull()
})
