import { RenditionError } from './rendition-error.ts'
import type { WorkerProcess } from './worker-process.ts'

/** Workers that wait for work. */
export interface IdleWorkers {
  list(): WorkerProcess[]
  /** One that can be used, or undefined where there is none. */
  take(): WorkerProcess | undefined
  /** Keeps a worker for the next job, where it is still of use. */
  put(worker: WorkerProcess): void
  /** Ends all of them; says how many there were. */
  end(): number
}

const endAfterMs = 5 * 60_000

/** Keeps workers that have nothing to do, for some minutes each. */
export function createIdleWorkers(): IdleWorkers {
  const timers = new Map<WorkerProcess, NodeJS.Timeout>()
  const forget = (worker: WorkerProcess): void => {
    clearTimeout(timers.get(worker))
    timers.delete(worker)
  }
  const end = (worker: WorkerProcess): void => {
    forget(worker)
    worker.end(new RenditionError('cancelled', 'The work was cancelled.'))
  }
  return {
    list: () => [...timers.keys()],
    take: () => {
      for (let [worker] = timers.keys(); worker; [worker] = timers.keys()) {
        forget(worker)
        // One that was killed while it had nothing to do is no file's fault.
        if (worker.isFresh()) return worker
        end(worker)
      }
      return undefined
    },
    put: (worker) => {
      if (worker.isFresh()) timers.set(worker, setTimeout(() => end(worker), endAfterMs).unref())
      else end(worker)
    },
    end: () => {
      const all = [...timers.keys()]
      all.forEach(end)
      return all.length
    },
  }
}
