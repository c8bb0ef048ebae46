import type { Routes } from '../../access/handler.ts'
import { deleteNotification, markNotificationsRead } from './change-notifications.ts'
import { findNotifications, getUnreadCount } from './find-notifications.ts'

/** Calls of notifications: each person's own. */
export const notificationRoutes = {
  getUnreadCount,
  findNotifications,
  markNotificationsRead,
  deleteNotification,
} satisfies Routes<'getUnreadCount' | 'findNotifications' | 'markNotificationsRead' | 'deleteNotification'>
