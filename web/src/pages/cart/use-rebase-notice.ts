import { notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'

/** Says that an own edit was put onto a cart that someone else had changed meanwhile. */
export function useRebaseNotice(rebaseCount: number): void {
  const intl = useIntl()
  const announced = useRef(rebaseCount)
  useEffect(() => {
    if (rebaseCount > announced.current)
      notifications.show({ message: intl.formatMessage({ id: 'cart.reapplied' }) })
    announced.current = rebaseCount
  }, [rebaseCount, intl])
}
