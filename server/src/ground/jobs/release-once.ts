import type pg from 'pg'

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void
type Release = (error?: Error | boolean) => void

/**
 * Has a pool overlook that a connection is given back twice by whoever took it by callback. graphile-worker
 * 0.18 does so where its listening connection breaks while it stops, and nobody can catch what that throws.
 */
export function releaseOnce(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool)
  const connectOnce = (callback?: Callback): Promise<pg.PoolClient> | void => {
    if (callback === undefined) return connect()
    connect((error, client, release) => {
      let isReleased = false
      callback(error, client, (reason) => {
        if (isReleased) return
        isReleased = true
        release(reason)
      })
    })
  }
  pool.connect = connectOnce as pg.Pool['connect']
}
