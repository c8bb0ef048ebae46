import type { Database } from '../../ground/database/database.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { deleteImportNotices, isImportInspected, selectInspectedImport } from './imports.sql.ts'
import { notify } from './notify.ts'

/**
 * Notifies the owner of an import that all of its files are inspected, once this one was the last. Where more
 * files come later, the newer notification takes the place of the one before.
 * @source portal §3 Notification
 */
export async function notifyImportDone(database: Database, itemId: number): Promise<void> {
  // Of an import of a thousand files, a thousand ask and one goes on.
  if (!(await isImportInspected(database, itemId))) return
  await withTransaction(database, async (transaction) => {
    const done = await selectInspectedImport(transaction, itemId)
    if (!done) return
    const { job_id: jobId, owner_id: ownerId, name, ready, broken } = done
    await deleteImportNotices(transaction, ownerId, jobId)
    const files = ready + broken
    const unread = {
      en: broken === 0 ? '' : `, ${broken} could not be read`,
      fr:
        broken === 0
          ? ''
          : broken === 1
            ? ', dont 1 n’a pas pu être lu'
            : `, dont ${broken} n’ont pas pu être lus`,
    }
    await notify(transaction, [ownerId], {
      type: 'import_done',
      link: `/import?job=${jobId}`,
      data: { jobId, ready, broken },
      title: {
        en: `Import “${name}” is done: ${files === 1 ? '1 file' : `${files} files`}${unread.en}`,
        fr: `Import « ${name} » terminé : ${files === 1 ? '1 fichier' : `${files} fichiers`}${unread.fr}`,
      },
    })
  })
}
