import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../database/test-database.ts'
import { releaseOnce } from './release-once.ts'

test('a connection that is given back twice is lent on as usual', async () => {
  const database = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  try {
    releaseOnce(pool)
    const release = await new Promise<() => void>((resolve, reject) => {
      pool.connect((error, _client, done) => (error ? reject(error) : resolve(done)))
    })
    release()
    const other = await pool.connect()
    release()
    expect((await other.query('select 1 one')).rows).toEqual([{ one: 1 }])
    other.release()
    expect((await pool.query('select 2 two')).rows).toEqual([{ two: 2 }])
  } finally {
    await pool.end()
    await database.drop()
  }
})
