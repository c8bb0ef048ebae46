import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'

/** Where short notices of what was done stand: over dialogs, under menus, so that they cover no choice. */
export function Notices(): ReactNode {
  return <Notifications position="bottom-center" limit={3} autoClose={5000} zIndex={250} />
}
