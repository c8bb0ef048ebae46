import { useState } from 'react'

/** Work of a dialog: whether it runs, and why it failed. */
export interface JobWork {
  readonly busy: boolean
  /** What the last work failed with; null before and after it went well. */
  readonly failure: unknown
  /** Runs work, and `done` where it went well. */
  readonly run: (work: () => Promise<unknown>, done: () => void) => void
}

/** Runs the work of a dialog, which stays open with the reason where it fails. */
export function useJobWork(): JobWork {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  return {
    busy,
    failure,
    run(work, done) {
      const start = async (): Promise<void> => {
        setBusy(true)
        setFailure(null)
        try {
          await work()
          done()
        } catch (error) {
          setFailure(error)
        } finally {
          setBusy(false)
        }
      }
      void start()
    },
  }
}
