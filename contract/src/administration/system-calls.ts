import { z } from 'zod'
import { defineCall } from '../define-call.ts'

/** How the system runs at this moment. @source decision 0205 */
export const SystemAnswer = z.object({
  /** The servers that run now, the oldest first. */
  servers: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      /** `web`, `worker`. */
      roles: z.array(z.string()),
      startedAt: z.string(),
      /** Whether it is the one that answers, which what follows is about where it says so. */
      answers: z.boolean(),
    }),
  ),
  /** The queue of all servers, by kinds of jobs; those of which there are none are left out. */
  queue: z.array(
    z.object({
      task: z.string(),
      waiting: z.number(),
      /** Not due yet, or tried again later. */
      scheduled: z.number(),
      running: z.number(),
      /** Given up. */
      failed: z.number(),
      /** How long the first that waits has been due. */
      oldestSeconds: z.number(),
    }),
  ),
  database: z.object({
    /** Connections of the server that answers: in use, open, and the most there may be. */
    used: z.number(),
    open: z.number(),
    max: z.number(),
    /** Work on it that waits for one. */
    waiting: z.number(),
    /** Connections of all programs to this database, and the most that PostgreSQL takes. */
    all: z.number(),
    maxAll: z.number(),
    sizeBytes: z.number(),
  }),
  /** Processes that decode files, of the server that answers. */
  mediaWorkers: z.object({ busy: z.number(), idle: z.number(), max: z.number(), waiting: z.number() }),
  /** Of the server that answers: memory of its process, and of the disk of its data folder. */
  memoryBytes: z.number(),
  disk: z.object({ sizeBytes: z.number(), freeBytes: z.number() }),
  /** Caches of the server that answers, since its start. */
  caches: z.array(z.object({ name: z.string(), entries: z.number(), hits: z.number(), misses: z.number() })),
  /** The last statements of the server that answers which took long, the newest first. */
  slowStatements: z.array(z.object({ at: z.string(), ms: z.number(), statement: z.string() })),
  /** The last warnings and errors of its log, the newest first. */
  problems: z.array(
    z.object({
      at: z.string(),
      level: z.enum(['warn', 'error']),
      message: z.string(),
      requestId: z.string().nullable(),
    }),
  ),
})
export type SystemAnswer = z.output<typeof SystemAnswer>

export const getSystem = defineCall({
  name: 'getSystem',
  method: 'GET',
  path: '/rest/administration/system',
  access: 'system/view',
  summary: 'How the system runs: servers, queue, database, decoders, caches, slow statements, last errors',
  source: 'decision 0205',
  input: z.object({}),
  answers: SystemAnswer,
  errors: [],
})
