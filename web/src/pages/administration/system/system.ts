import type { CallAnswer, Calls } from '@cartouche/client'

/** How the system runs, as the server reports it. */
export type System = CallAnswer<Calls['getSystem']>
