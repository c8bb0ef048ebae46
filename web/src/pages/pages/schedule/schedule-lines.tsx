import { pagesOf } from '@cartouche/client'
import { useClient, useReadable } from '@cartouche/react'
import { Text } from '@mantine/core'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl'
import classes from './schedule.module.css'

import type { PageSchedule } from '@cartouche/contract'

/** An instant in words, with the zone of this browser. */
export function instantText(intl: IntlShape, at: Date | string): string {
  return intl.formatDate(at, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
}

/** When a page, or its working copy, is published and unpublished; or why it was not. */
export function ScheduleLines({ ids }: { readonly ids: readonly (number | undefined)[] }) {
  const { schedules } = useReadable(pagesOf(useClient()).schedules.snapshots)
  const own = schedules.filter(({ page }) => ids.includes(page))
  if (own.length === 0) return null
  return (
    <ul className={classes.lines}>
      {own.map((schedule) => (
        <ScheduleLine key={`${schedule.page} ${schedule.action}`} schedule={schedule} />
      ))}
    </ul>
  )
}

function ScheduleLine({ schedule }: { readonly schedule: PageSchedule }) {
  const intl = useIntl()
  const { action, at, author, failure, obstacle } = schedule
  const refusal = failure ?? obstacle
  const LineIcon = refusal === null ? IconClock : IconAlertTriangle
  return (
    <Text
      component="li"
      fz="sm"
      className={`${classes.line} ${refusal === null ? '' : classes.refused}`}
      {...(refusal === null ? { c: 'dimmed' } : {})}
    >
      <LineIcon size={15} stroke={1.7} aria-hidden className={classes.icon} />
      <span>
        <FormattedMessage
          id={
            failure !== null
              ? `pageSchedule.failed.${action}`
              : obstacle === null
                ? `pageSchedule.at.${action}`
                : `pageSchedule.obstacle.${action}`
          }
          values={{
            at: instantText(intl, at),
            author,
            reason: refusal === null ? '' : reasonText(intl, refusal, author),
          }}
        />
      </span>
    </Text>
  )
}

function reasonText(intl: IntlShape, code: string, author: string): string {
  const isRight = code === 'access_denied' || code === 'entity_not_found'
  const name = isRight ? 'right' : code === 'action_not_possible' ? 'state' : 'other'
  return intl.formatMessage({ id: `pageSchedule.reason.${name}` }, { author })
}
