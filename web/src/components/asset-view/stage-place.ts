import type { Poster } from '@cartouche/contract'
import { createContext, useContext, useEffect } from 'react'

/** What is seen on the stage at this moment: of a film, which is stopped for it, or of a document. */
export type StagePlace = () => Promise<Poster>

/** What the stage reports to the view around it. */
export interface StageCallbacks {
  /** What is seen; null: neither moments nor pages. */
  readonly setPlace: (place: StagePlace | null) => void
  /** Somebody asks, in the player, that what is seen be the picture. */
  readonly askForPoster: () => void
}

/** Null where nobody asks, as in a share. */
export const StageCallbacksContext = createContext<StageCallbacks | null>(null)

/** Reports what is seen, while there is something. `place` needs a stable identity. */
export function useReportPlace(place: StagePlace | null): void {
  const callbacks = useContext(StageCallbacksContext)
  useEffect(() => {
    if (place === null) return undefined
    callbacks?.setPlace(place)
    return () => callbacks?.setPlace(null)
  }, [callbacks, place])
}
