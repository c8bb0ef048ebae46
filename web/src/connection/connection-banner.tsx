import { Button, Portal, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { connection } from './connection.ts'
import { useConnection } from './use-connection.ts'
import classes from './connection-banner.module.css'

/**
 * Says, once for the whole page, that the server is away: what is loaded stays, and it is asked again by
 * itself. Lies over the page, so that nothing moves.
 */
export function ConnectionBanner() {
  const isDown = useConnection() === 'down'
  const [isAsking, setAsking] = useState(false)
  const ask = (): void => {
    setAsking(true)
    void connection.check().finally(() => setAsking(false))
  }
  return (
    <Portal>
      <output>
        {isDown && (
          <div className={classes.banner}>
            <IconPlugConnectedX size={18} stroke={1.7} className={classes.sign} aria-hidden />
            <Text className={classes.text} fz="inherit">
              <FormattedMessage id="connection.down" />
            </Text>
            <Button size="compact-sm" variant="light" loading={isAsking} onClick={ask}>
              <FormattedMessage id="action.retry" />
            </Button>
          </div>
        )}
      </output>
    </Portal>
  )
}
