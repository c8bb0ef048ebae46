import { importTasks } from '../features/imports/import-tasks.ts'
import { mediaTasks } from '../media/renditions/media-tasks.ts'
import { archiveTasks } from '../features/downloads/archive-tasks.ts'
import { cartTasks } from '../features/carts/cart-tasks.ts'
import { mailTasks } from '../ground/mail/mail-tasks.ts'
import { shareTasks } from '../features/shares/share-tasks.ts'
import { searchTasks } from '../model/search/search-tasks.ts'
import { schemaTasks } from '../model/schema-changes/schema-work.ts'
import { documentTasks } from '../model/document-words/document-tasks.ts'
import { linkingTasks } from '../model/entities/project-linking.ts'
import { livePhotoTasks } from '../model/live-photos/pair-live-photos.ts'
import { mergeTasks } from '../model/entities/merges/merge-entity.ts'
import { storageTasks } from '../model/storage-limits/storage-tasks.ts'
import { trashTasks } from '../model/entities/trash/trash-tasks.ts'
import { notificationTasks } from '../people/notifications/notification-tasks.ts'
import { logTasks } from '../features/logs/log-tasks.ts'
import { auditTasks } from '../access/audit/audit-tasks.ts'
import { applicationTasks } from '../people/applications/application-tasks.ts'
import { usageTasks } from '../features/analytics/usage-tasks.ts'
import { reverseSearchTasks } from '../features/reverse-search/reverse-search-tasks.ts'
import { duplicateTasks } from '../features/duplicates/duplicate-tasks.ts'
import { pageTasks } from '../features/pages/page-tasks.ts'
import { reviewTasks } from '../features/reviews/review-tasks.ts'
import { trackTasks } from '../features/tracks/track-tasks.ts'
import type { Tasks } from '../ground/jobs/task.ts'

/** Every task of the queue, by its name. */
export const tasks: Tasks = {
  ...importTasks,
  ...mediaTasks,
  ...archiveTasks,
  ...cartTasks,
  ...mailTasks,
  ...shareTasks,
  ...searchTasks,
  ...schemaTasks,
  ...documentTasks,
  ...linkingTasks,
  ...mergeTasks,
  ...livePhotoTasks,
  ...storageTasks,
  ...trashTasks,
  ...notificationTasks,
  ...logTasks,
  ...auditTasks,
  ...applicationTasks,
  ...usageTasks,
  ...reverseSearchTasks,
  ...duplicateTasks,
  ...pageTasks,
  ...trackTasks,
  ...reviewTasks,
}
