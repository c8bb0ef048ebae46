import { isApiError } from '@cartouche/client'
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import { loadPart } from '../../connection/load-part.ts'
import { ProofContext, type WithProof } from './proof-context.ts'

/** Few people are asked: the dialog loads then. */
const ProofDialog = lazy(async () => ({ default: (await loadPart(() => import('./proof-dialog.tsx'))).ProofDialog }))

/** Asks for a fresh proof in a dialog, for whatever work below needs one. */
export function ProofProvider({ children }: { readonly children: ReactNode }) {
  const [asked, setAsked] = useState<{ readonly answer: (isProven: boolean) => void } | null>(null)
  const withProof: WithProof = useCallback(async (work) => {
    try {
      return await work()
    } catch (error) {
      if (!isApiError(error, 'proof_needed')) throw error
      const isProven = await new Promise<boolean>((resolve) => setAsked({ answer: resolve }))
      setAsked(null)
      if (!isProven) throw error
      return work()
    }
  }, [])
  return (
    <ProofContext value={withProof}>
      {children}
      {asked !== null && <Suspense><ProofDialog onProven={() => asked.answer(true)} onCancel={() => asked.answer(false)} /></Suspense>}
    </ProofContext>
  )
}
