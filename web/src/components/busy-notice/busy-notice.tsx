import { isApiError, type ApiError } from '@cartouche/client'
import { Text, Title } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { FormattedMessage } from 'react-intl'

/** Whether a server that has too much to do says when to try again. */
export function isBusy(error: unknown): error is ApiError {
  return isApiError(error, 'server_busy')
}

/** Seconds until the moment that the server gave this page. */
const secondsOf = ({ data }: ApiError): number => Number(data['seconds'] ?? 5)

/** Says that the server has too much to do, counts down to the moment that it gave, and tries again then. */
export function BusyNotice({ error, onRetry }: { readonly error: ApiError; readonly onRetry: () => void }) {
  const [leftSeconds, setLeftSeconds] = useState(() => secondsOf(error))
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    const atMs = performance.now() + secondsOf(error) * 1000
    const timer = setInterval(() => {
      const leftMs = atMs - performance.now()
      setLeftSeconds(Math.max(0, Math.ceil(leftMs / 1000)))
      if (leftMs > 0) return
      clearInterval(timer)
      retry()
    }, 250)
    return () => clearInterval(timer)
  }, [error])
  return (
    <>
      {/* Read aloud once: a countdown would be read every second. */}
      <output>
        <Title order={1}>
          <FormattedMessage id="busy.title" />
        </Title>
      </output>
      <Text>
        <FormattedMessage id="busy.text" values={{ seconds: leftSeconds }} />
      </Text>
    </>
  )
}
