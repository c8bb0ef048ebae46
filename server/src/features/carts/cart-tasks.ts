import type { Tasks } from '../../ground/jobs/task.ts'
import { deleteEndedCarts } from './cart-people.sql.ts'
import { followQueries } from './follow-query.ts'

/** How long an expired cart is kept for its owner, as an interval of SQL. @source decision 0022 */
const keepAfterEnd = '90 days'

/** Work of carts: they follow queries within a minute, and those that ended long ago go. */
export const cartTasks: Tasks = {
  'follow-queries': {
    crontab: '* * * * *',
    run: async (services, _payload, signal) => followQueries(services, signal),
  },
  'sweep-carts': {
    crontab: '23 * * * *',
    run: async ({ database }) => {
      await deleteEndedCarts(database, keepAfterEnd)
    },
  },
}
