import { startTransition, useEffect, useState } from 'react'
import type { ScrollPace } from './scroll-pace.ts'

/** Whether the list has been calm since the row came: from then on it shows its pictures. */
export function useCalmOnce(pace: ScrollPace): boolean {
  const [calm, setCalm] = useState(() => !pace.isFast())
  useEffect(() => {
    if (calm) return undefined
    const show = (): void => startTransition(() => setCalm(true))
    if (!pace.isFast()) show()
    return pace.onCalm(show)
  }, [calm, pace])
  return calm
}
