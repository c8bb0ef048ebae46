import type { Client } from '@cartouche/client'
import { browseName, recentName } from './browse-cursor.ts'

/** Has the lists of assets ask again that were shown, as after some were deleted or came back. */
export async function refreshAssetLists({ cursors }: Client): Promise<void> {
  await Promise.all([browseName, recentName].map((name) => cursors.refresh(name).catch(() => undefined)))
}
