import type { Cart } from '@cartouche/contract'
import { useConfig } from '@cartouche/react'
import { Progress, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { BytesText } from '../../components/asset-text/asset-text.tsx'
import { Tooltip } from '../../theme/tooltip.tsx'
import classes from './cart.module.css'

/** The size of a cart's originals beside what one archive may hold. */
export function CartSize({ cart: { sizeBytes, total } }: { readonly cart: Cart }) {
  const intl = useIntl()
  const limits = useConfig().data?.limits
  if (limits === undefined || total === 0) return null
  const { archiveMaxBytes, archiveWarnBytes } = limits
  const isRefused = sizeBytes > archiveMaxBytes
  const isLarge = sizeBytes > archiveWarnBytes
  return (
    <>
      <Tooltip
        label={<FormattedMessage id="cart.size.warn" />}
        disabled={!isLarge || isRefused}
        multiline
        maw={260}
      >
        <div className={classes.size}>
          <Text fz="sm" c="dimmed" component="span">
            <FormattedMessage
              id={isRefused ? 'cart.size.over' : 'cart.size'}
              values={{
                size: <BytesText sizeBytes={sizeBytes} />,
                limit: <BytesText sizeBytes={archiveMaxBytes} />,
              }}
            />
          </Text>
          <Progress
            size={4}
            value={Math.min(100, Math.max(1, (sizeBytes / archiveMaxBytes) * 100))}
            color={isLarge ? 'yellow' : 'green'}
            aria-label={intl.formatMessage({ id: 'cart.size.label' })}
          />
        </div>
      </Tooltip>
      {isRefused && (
        <Text fz="sm" className={classes.split}>
          <FormattedMessage id="cart.size.split" />
        </Text>
      )}
    </>
  )
}
