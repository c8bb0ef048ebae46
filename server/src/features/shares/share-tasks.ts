import type { Tasks } from '../../ground/jobs/task.ts'
import type { Services } from '../../ground/services.ts'
import { deleteOldVisits } from '../../access/audit/visits.sql.ts'
import { deleteLostUploads } from './share-uploads.sql.ts'
import { deleteOldDone } from './share-visitors.sql.ts'

/** Work on shares: `sweep-shares`, every day: forgets visits and ended shares of more than 90 days ago. */
export const shareTasks: Tasks = { 'sweep-shares': { crontab: '17 4 * * *', run: sweep } }

async function sweep({ database }: Pick<Services, 'database'>): Promise<void> {
  await deleteOldVisits(database)
  await deleteOldDone(database)
  await deleteLostUploads(database)
}
