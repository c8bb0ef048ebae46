import { isApiError } from '@cartouche/client'
import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { loadPart } from '../../connection/load-part.ts'
import { ProofContext, type WithProof } from './proof-context.ts'

/** Few people are asked: the dialog loads then. */
const ProofDialog = lazy(async () => ({
  default: (await loadPart(() => import('./proof-dialog.tsx'))).ProofDialog,
}))

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
  useEscapeFirst(asked === null ? null : () => asked.answer(false))
  return (
    <ProofContext value={withProof}>
      {children}
      {asked !== null && (
        <Suspense>
          <ProofDialog onProven={() => asked.answer(true)} onCancel={() => asked.answer(false)} />
        </Suspense>
      )}
    </ProofContext>
  )
}

/**
 * Has Escape close what lies on top alone: every dialog below hears it as well. Listeners of one element are
 * called in the order in which they came, and this one is there before any dialog.
 */
function useEscapeFirst(onEscape: (() => void) | null): void {
  const latest = useRef(onEscape)
  useEffect(() => {
    latest.current = onEscape
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || latest.current === null) return
      event.preventDefault()
      event.stopImmediatePropagation()
      latest.current()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [])
}
