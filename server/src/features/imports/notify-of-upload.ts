import type { Context } from '../../access/context.ts'
import type { Database } from '../../ground/database/database.ts'
import { notifyByMail } from '../../people/notifications/notify-by-mail.ts'
import type { NamedVisitor } from '../shares/share-visitors.sql.ts'
import { hasSentLately } from '../shares/share-uploads.sql.ts'
import type { StoredShare } from '../shares/shares.sql.ts'

interface Sent {
  readonly share: StoredShare
  readonly visitor: NamedVisitor
  readonly uploadId: number
  readonly jobId: number
}

/** Notifies the sharer that a visitor sends files: once an hour, however many they are. */
export async function notifyOfUpload(
  context: Context,
  transaction: Database,
  { share, visitor, uploadId, jobId }: Sent,
): Promise<void> {
  if (share.sharer.kind !== 'user' || (await hasSentLately(transaction, visitor.id, uploadId))) return
  await notifyByMail(context, transaction, [share.sharer.id], {
    type: 'files_received',
    title: {
      en: `${visitor.name} (visitor of “${share.name}”) sends files`,
      fr: `${visitor.name} (visite de « ${share.name} ») envoie des fichiers`,
    },
    link: `/import?job=${jobId}`,
    data: { jobId, cart: share.cart_id, share: share.id },
    quoted: visitor.email,
    baseUrl: context.request.baseUrl,
  })
}
