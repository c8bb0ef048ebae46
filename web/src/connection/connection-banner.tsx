import { Button, Loader, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { connection } from './connection.ts'
import { useConnection, useShowsCopies } from './use-connection.ts'
import classes from './connection-banner.module.css'

/**
 * Says, once for the whole page, that the server is away: what is loaded stays, and it is asked again by
 * itself. It stands in a corner, so that nothing moves; on a phone, which has no free corner, above the page.
 */
export function ConnectionBanner() {
  const isDown = useConnection() === 'down'
  const showsCopies = useShowsCopies()
  const [isAsking, setAsking] = useState(false)
  const ask = (): void => {
    // Not disabled meanwhile: it keeps the focus.
    if (isAsking) return
    setAsking(true)
    void connection.check().finally(() => setAsking(false))
  }
  return (
    <output>
      {isDown && (
        <div ref={makeRoom} className={classes.banner}>
          <IconPlugConnectedX size={18} stroke={1.7} className={classes.sign} aria-hidden />
          <Text className={classes.text} fz="inherit">
            <FormattedMessage id={showsCopies ? 'connection.copies' : 'connection.down'} />
          </Text>
          <Button
            size="compact-sm"
            variant="light"
            aria-busy={isAsking}
            leftSection={isAsking ? <Loader size={12} aria-hidden /> : null}
            onClick={ask}
          >
            <FormattedMessage id="action.retry" />
          </Button>
        </div>
      )}
    </output>
  )
}

/** Gives the banner room above the page where it stands there: on a phone. */
function makeRoom(banner: HTMLDivElement | null): (() => void) | undefined {
  if (banner === null) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    const isAbove = matchMedia('(max-width: 48em)').matches
    style.setProperty('--banner-height', isAbove ? `${banner.offsetHeight}px` : '0px')
  })
  observer.observe(banner)
  return () => {
    observer.disconnect()
    style.removeProperty('--banner-height')
  }
}
