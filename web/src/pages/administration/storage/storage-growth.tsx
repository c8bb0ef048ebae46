import type { CallAnswer, Calls } from '@cartouche/client'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { formatBytes } from '../../../translations/format.ts'
import type { TextId } from '../../../translations/texts.ts'
import classes from '../figures/figures.module.css'
import { TimeChart } from '../figures/time-chart.tsx'
import { addUpMonths } from './add-up-months.ts'

/** Each with a colour that both schemes can carry. */
const series = [
  { name: 'originals', label: 'storage.originals', color: 'indigo.6' },
  { name: 'renditions', label: 'storage.renditions', color: 'teal.7' },
] as const satisfies readonly { name: string; label: TextId; color: string }[]

/** How the library grew from month to month, of the files that are there today. */
export function StorageGrowth({ months }: { readonly months: CallAnswer<Calls['getStorage']>['months'] }) {
  const intl = useIntl()
  const [today] = useState(() => new Date())
  return (
    <div className={classes.growth}>
      <h2 className={classes.title}>
        <FormattedMessage id="storage.growth" />
      </h2>
      <TimeChart
        unit="month"
        rows={addUpMonths(months, today)}
        series={series}
        format={(bytes) => formatBytes(intl, bytes)}
      />
      <Text fz="sm" c="dimmed" mt="xs">
        <FormattedMessage id="storage.growth.note" />
      </Text>
    </div>
  )
}
