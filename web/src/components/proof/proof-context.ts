import { createContext, useContext } from 'react'

/**
 * Does work that may need a fresh proof of the signed-in user: where the server asks for one, a dialog does,
 * and the work is done again.
 * @throws what the work throws; `proof_needed` where the person gave none
 */
export type WithProof = <T>(work: () => Promise<T>) => Promise<T>

/** Without a provider around, nobody is asked. */
export const ProofContext = createContext<WithProof>((work) => work())

/** How work asks for a fresh proof. @source decision 0111 */
export function useWithProof(): WithProof {
  return useContext(ProofContext)
}
