import { useEffect } from 'react'
import { notificationsOf, type NotificationsSnapshot } from '@cartouche/client'
import { useClient } from './provider.tsx'
import { useReadable } from './use-readable.ts'

/**
 * The user's notifications, kept in step with the server while the component is there. Actions, and the list:
 * `notificationsOf(useClient())`.
 */
export function useNotifications(): NotificationsSnapshot {
  const notifications = notificationsOf(useClient())
  useEffect(() => notifications.watch(), [notifications])
  return useReadable(notifications)
}
