import { readsOf, type Call } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { useState } from 'react'
import { useWithProof } from '../../components/proof/proof-context.ts'

/** Work that a button starts: whether it runs, why it failed, and what it makes old. */
export interface Act {
  readonly busy: boolean
  /** What the last work failed with; null before and after it went well. */
  readonly failure: unknown
  /** Runs work; whether it went well. */
  readonly act: (work: () => Promise<void>) => Promise<boolean>
}

/** Runs work of a form or a dialog, and has the answers of these calls asked again after it. */
export function useAct(...changed: readonly Call[]): Act {
  const reads = readsOf(useClient())
  const withProof = useWithProof()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const act = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true)
    setFailure(null)
    try {
      await withProof(work)
      for (const call of changed) reads.invalidate(call)
      return true
    } catch (error) {
      setFailure(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, act }
}
