import type { Services } from '../../ground/services.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { dayText } from '../../ground/day-text.ts'
import type { Tasks } from '../../ground/jobs/task.ts'
import { notifyByMail } from '../../people/notifications/notify-by-mail.ts'
import { takeDue } from './reviews.sql.ts'

const atOnce = 100

/** `remind-reviewers`, every hour: reminds reviewers of what is due within a day. */
export const reviewTasks: Tasks = {
  'remind-reviewers': { crontab: '20 * * * *', run: (services) => remindReviewers(services) },
}

/** Each request is reported once, and none where everything is decided. */
export async function remindReviewers(services: Services): Promise<void> {
  const [baseUrl = ''] = services.settings.addresses
  for (;;) {
    const reported = await withTransaction(services.database, async (transaction) => {
      const due = await takeDue(transaction, atOnce)
      for (const { requestId, dueAt, count, reviewers } of due) {
        if (count === 0) continue
        const on = { en: dayText('en', dueAt), fr: dayText('fr', dueAt) }
        await notifyByMail(services, transaction, reviewers, {
          type: 'review_due',
          title: {
            en: `${count} ${count === 1 ? 'asset waits' : 'assets wait'} for your approval by ${on.en}`,
            fr: `${count} ${count === 1 ? 'média attend' : 'médias attendent'} votre approbation avant le ${on.fr}`,
          },
          link: `/todo?request=${requestId}`,
          data: { request: requestId, count },
          baseUrl,
        })
      }
      return due.length
    })
    if (reported < atOnce) return
  }
}
