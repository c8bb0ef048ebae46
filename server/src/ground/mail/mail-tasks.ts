import { z } from 'zod'
import type { Tasks } from '../jobs/task.ts'
import { deliverMail } from './deliver-mail.ts'
import { deleteOldMail } from './mail.sql.ts'

const MailPayload = z.object({ id: z.number() })

/**
 * Work on mail:
 * - `send-mail` {id}: sends a mail of the outbox.
 * - `sweep-mail`, every day: forgets what was sent a month ago.
 */
export const mailTasks: Tasks = {
  'send-mail': async (services, payload) => deliverMail(services, MailPayload.parse(payload).id),
  'sweep-mail': { crontab: '41 3 * * *', run: async ({ database }) => deleteOldMail(database) },
}
