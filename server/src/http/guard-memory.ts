import underPressure from '@fastify/under-pressure'
import { ApiError } from '@cartouche/contract'
import type { FastifyInstance } from 'fastify'
import { getHeapStatistics } from 'node:v8'
import { measureMachine } from '../ground/settings/machine-size.ts'

/** How much of what this process may have is left to the requests that are under way. */
const maxHeapShare = 0.9
const maxMachineShare = 0.75
const lookEveryMs = 500
const tryAgainSeconds = 5

/**
 * Refuses new requests, whoever makes them, while this process is about to run out of memory: those under way
 * need it to end. Who watches over the server is answered.
 * @source decision 0223
 */
export async function guardMemory(
  server: FastifyInstance,
  { maxHeapBytes = getHeapStatistics().heap_size_limit * maxHeapShare } = {},
): Promise<void> {
  await server.register(underPressure, {
    sampleInterval: lookEveryMs,
    maxHeapUsedBytes: maxHeapBytes,
    maxRssBytes: measureMachine().memoryBytes * maxMachineShare,
    // As a promise: what it throws at once nobody would catch.
    pressureHandler: async (request) => {
      if (!request.routeOptions.config.byAnyName)
        throw new ApiError('server_busy', { seconds: tryAgainSeconds })
    },
  })
}

/** How late this process is for everything, in the mean of the last moments. */
export function loopDelayMs(server: FastifyInstance): number {
  // Without end where it was not there at all for one of them.
  return Math.min(server.memoryUsage().eventLoopDelay, lookEveryMs)
}
