import { availabilityOf, grantsAction } from '@cartouche/client'
import { useClient, useCurrentUser, useReadable } from '@cartouche/react'
import { useEffect } from 'react'

/** The application account that stands for this interface. @source decision 0165 */
const applicationName = 'web'

/**
 * Why this interface is switched off for the user, with how to ask again; null while it is not. Whoever may
 * switch it on again is always let in.
 */
export function useSwitchedOff(): { readonly message: string; readonly retry: () => void } | null {
  const availability = availabilityOf(useClient())
  const { available, message } = useReadable(availability)
  const user = useCurrentUser()
  const userId = user?.id
  const ask = (): void => void availability.check(applicationName)
  useEffect(() => {
    if (userId !== undefined) void availability.check(applicationName)
  }, [availability, userId])
  const mayOpen = user === null || grantsAction(user.grants, 'application/update')
  return available || mayOpen ? null : { message, retry: ask }
}
