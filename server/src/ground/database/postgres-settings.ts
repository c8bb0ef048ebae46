const mebibyte = 1024 * 1024

/**
 * Gives the settings of the embedded PostgreSQL for a machine of this much memory.
 * @param memoryBytes what this machine (or container) has; a part is for PostgreSQL, the most is for media
 * work.
 * @param durable false for databases of tests: a crash may lose them, and every write costs less.
 * @source PostgreSQL 18, "Server Configuration"; decision 0011 for the locale's side.
 */
export function tunePostgres(memoryBytes: number, durable: boolean): Record<string, string> {
  const sharedBuffers = clamp(memoryBytes / 8, 128 * mebibyte, 2048 * mebibyte)
  return {
    listen_addresses: '',
    max_connections: '100',
    shared_buffers: `${Math.round(sharedBuffers / mebibyte)}MB`,
    effective_cache_size: `${Math.round(memoryBytes / 2 / mebibyte)}MB`,
    work_mem: '32MB',
    maintenance_work_mem: `${Math.round(clamp(memoryBytes / 32, 64 * mebibyte, 512 * mebibyte) / mebibyte)}MB`,
    max_wal_size: '4GB',
    wal_compression: 'on',
    random_page_cost: '1.1',
    // Compiling a query takes longer than any of ours runs.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Errors of statements go to whoever sent them; the log is for the server's own state, and keeps no
    // values of users.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(durable
      ? {}
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
