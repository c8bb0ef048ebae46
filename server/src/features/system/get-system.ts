import { statfs } from 'node:fs/promises'
import type { CallAnswer, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { selectQueue } from '../../ground/jobs/jobs.sql.ts'
import { parseServerName, serverNamePrefix, instance } from '../../ground/this-server.ts'
import { selectDatabaseUse, selectServers, type ServerRow } from './system.sql.ts'

/**
 * How the system runs at this moment: what all servers share, and what the one that answers knows of itself.
 * @throws sign_in_needed, access_denied
 * @source decision 0205
 */
export async function getSystem({
  database,
  identity,
  metrics,
  recentEvents,
  settings,
}: Context): Promise<CallAnswer<Calls['getSystem']>> {
  requireAction(identity, 'system', 'view')
  const [servers, queue, use, disk] = await Promise.all([
    selectServers(database, serverNamePrefix),
    selectQueue(database),
    selectDatabaseUse(database),
    statfs(settings.dataFolder),
  ])
  const { pool, mediaWorkers, caches } = metrics.state()
  return {
    servers: servers.flatMap(describeServer),
    queue: queue.filter(
      ({ waiting, scheduled, running, failed }) => waiting + scheduled + running + failed > 0,
    ),
    database: { ...pool, ...use },
    mediaWorkers,
    memoryBytes: process.memoryUsage.rss(),
    disk: { sizeBytes: disk.blocks * disk.bsize, freeBytes: disk.bavail * disk.bsize },
    caches: [...caches],
    slowStatements: [...recentEvents.slowStatements.list()],
    problems: [...recentEvents.problems.list()],
  }
}

function describeServer({ application, startedAt }: ServerRow): CallAnswer<Calls['getSystem']>['servers'] {
  const server = parseServerName(application)
  return server ? [{ ...server, startedAt: startedAt.toISOString(), answers: server.name === instance }] : []
}
