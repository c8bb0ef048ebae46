import type { CallAnswer, Calls } from '@cartouche/client'

/** How the system runs, as the server tells it. */
export type System = CallAnswer<Calls['getSystem']>
