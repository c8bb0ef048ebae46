import type { Poster } from '@cartouche/contract'
import { createContext, useContext, useEffect } from 'react'

/** What is seen on the stage at this moment: of a film, which is stopped for it, or of a document. */
export type StagePlace = () => Promise<Poster>

/** What the stage tells the view around it. */
export interface StageTeller {
  /** What is seen; null: neither moments nor pages. */
  readonly setPlace: (place: StagePlace | null) => void
  /** Somebody asks, in the player, that what is seen be the picture. */
  readonly askForPoster: () => void
}

/** Null where nobody asks, as in a share. */
export const StageTellerContext = createContext<StageTeller | null>(null)

/** Tells what is seen, while there is something. `place` needs a stable identity. */
export function useTellPlace(place: StagePlace | null): void {
  const teller = useContext(StageTellerContext)
  useEffect(() => {
    if (place === null) return undefined
    teller?.setPlace(place)
    return () => teller?.setPlace(null)
  }, [teller, place])
}
