import { expect, test } from 'vitest'
import { tunePostgres } from './postgres-settings.ts'

const gibibyte = 1024 ** 3

test('memory follows the size of the machine, within bounds', () => {
  expect(tunePostgres(gibibyte / 2, true)).toMatchObject({
    shared_buffers: '128MB',
    effective_cache_size: '256MB',
    maintenance_work_mem: '64MB',
  })
  expect(tunePostgres(8 * gibibyte, true)).toMatchObject({
    shared_buffers: '1024MB',
    effective_cache_size: '4096MB',
    maintenance_work_mem: '256MB',
  })
  expect(tunePostgres(256 * gibibyte, true)).toMatchObject({
    shared_buffers: '2048MB',
    maintenance_work_mem: '512MB',
  })
})

test('only a database that may be lost goes without durable writes', () => {
  expect(tunePostgres(gibibyte, true)).not.toHaveProperty('fsync')
  expect(tunePostgres(gibibyte, false)).toMatchObject({ fsync: 'off' })
})
