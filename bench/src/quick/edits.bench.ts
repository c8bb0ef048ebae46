import { cartouche } from '../stores/cartouche.ts'
import { tanstackQuery } from '../stores/tanstack-query.ts'
import { timeEdits } from '../stores/time-edits.ts'
import { alternatePair } from './alternate.ts'
import type { QuickRow } from './ratio-row.ts'

/** 200 optimistic edits, of which the server refuses half, in the data layer and in TanStack Query. */
export async function benchEdits(): Promise<QuickRow[]> {
  const times = await alternatePair(
    () => timeEdits(cartouche.create()),
    () => timeEdits(tanstackQuery.create()),
    // What runs often is compiled by then.
    { runs: 40, warmUp: 60 },
  )
  return [
    {
      id: 'edits',
      what: '200 optimistic edits, half rolled back',
      ...times,
      beside: 'TanStack Query',
      goal: { atMost: 1 },
    },
  ]
}
