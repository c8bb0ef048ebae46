import { assetNatures, calls, isApiError, readsOf, type CallAnswer, type Calls } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconDatabaseOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl'
import { ErrorViewOf } from '../../../components/error-view/error-view.tsx'
import { formatAgo, formatBytes } from '../../../translations/format.ts'
import { textOr } from '../../../translations/error-text.ts'
import type { TextId } from '../../../translations/texts.ts'
import { LargestFiles } from './largest-files.tsx'
import { StorageGrowth } from './storage-growth.tsx'
import { StorageTable, type StorageLine } from './storage-table.tsx'
import classes from '../figures/figures.module.css'

/** After how long a measure that goes on is asked for again. */
const measurePauseMs = 5000

type Storage = CallAnswer<Calls['getStorage']>

/** How much room files take: in all, by type, by year, by owner, and the largest. */
export function StorageSection() {
  const intl = useIntl()
  const reads = readsOf(useClient())
  const { data, error } = useRead(calls.getStorage, {})
  // A large library is measured beyond the request that asked first.
  const isMeasuring = data === undefined && isApiError(error, 'query_too_slow')
  useEffect(() => {
    if (!isMeasuring) return undefined
    const timer = setTimeout(() => reads.invalidate(calls.getStorage), measurePauseMs)
    return () => clearTimeout(timer)
  }, [isMeasuring, error, reads])
  return (
    <section className={classes.section} aria-labelledby="storage-title">
      <Group className={classes.head} gap="sm">
        <Title order={1} fz="lg" id="storage-title">
          <FormattedMessage id="administration.section.storage" />
        </Title>
        {data && (
          <Text fz="sm" c="dimmed">
            <FormattedMessage id="storage.measured" values={{ when: formatAgo(intl, data.measuredAt) }} />
          </Text>
        )}
      </Group>
      {data === undefined ? (
        error === null || isMeasuring ? (
          <Stack p="md" aria-busy>
            {isMeasuring && (
              <Text aria-live="polite">
                <FormattedMessage id="storage.measuring" />
              </Text>
            )}
            {[1, 2, 3, 4, 5].map((row) => (
              <Skeleton key={row} h={32} />
            ))}
          </Stack>
        ) : (
          <ErrorViewOf error={error} onRetry={() => reads.invalidate(calls.getStorage)} />
        )
      ) : data.total.files === 0 ? (
        <Stack className={classes.none} align="center" justify="center">
          <IconDatabaseOff size={28} stroke={1.5} aria-hidden />
          <Text>
            <FormattedMessage id="storage.none" />
          </Text>
        </Stack>
      ) : (
        <Measured storage={data} />
      )}
    </section>
  )
}

function Measured({ storage }: { readonly storage: Storage }) {
  const intl = useIntl()
  return (
    <div className={classes.body}>
      <Totals storage={storage} />
      <StorageGrowth months={storage.months} />
      <div className={classes.tables}>
        <StorageTable title="storage.byNature" column="column.nature" lines={natureLines(intl, storage)} />
        <StorageTable title="storage.byYear" column="storage.year" lines={yearLines(storage)} />
        <StorageTable
          title="storage.byOwner"
          column="records.column.owner"
          lines={ownerLines(intl, storage)}
        />
        <LargestFiles files={storage.largest} />
      </div>
    </div>
  )
}

/** What there is in all: originals, renditions, and what is on the disk with each file once. */
function Totals({ storage: { total, stored } }: { readonly storage: Storage }) {
  const intl = useIntl()
  const figures: readonly (readonly [TextId, number, number])[] = [
    ['storage.originals', total.sizeBytes, total.files],
    ['storage.renditions', total.renditionsSizeBytes, total.renditions],
    ['storage.stored', stored.sizeBytes, stored.files],
  ]
  return (
    <>
      <dl className={classes.figures}>
        {figures.map(([label, sizeBytes, files]) => (
          <div key={label} className={classes.figure}>
            <dt>
              <FormattedMessage id={label} />
            </dt>
            <dd className={classes.size}>{formatBytes(intl, sizeBytes)}</dd>
            <dd className={classes.files}>
              <FormattedMessage id="storage.files" values={{ count: files }} />
            </dd>
          </div>
        ))}
      </dl>
      <Text fz="sm" c="dimmed" className={classes.note}>
        <FormattedMessage id="storage.note" />
      </Text>
    </>
  )
}

function natureLines(intl: IntlShape, { natures }: Storage): StorageLine[] {
  const idOf: Readonly<Record<string, number>> = assetNatures
  return natures.map(({ nature, ...sum }) => ({
    key: nature,
    name:
      nature === ''
        ? intl.formatMessage({ id: 'storage.unknown' })
        : textOr(intl, `nature.${nature}`, nature),
    ...(idOf[nature] === undefined
      ? {}
      : { to: { to: '/browse', search: { 'is.rootnature': String(idOf[nature]) } } as const }),
    ...sum,
  }))
}

function yearLines({ years }: Storage): StorageLine[] {
  return years.map(({ year, ...sum }) => ({
    key: String(year),
    name: String(year),
    to: { to: '/browse', search: { 'from.createdat': `${year}-01-01`, 'until.createdat': `${year}-12-31` } },
    ...sum,
  }))
}

function ownerLines(intl: IntlShape, { owners }: Storage): StorageLine[] {
  return owners.map(({ owner, ...sum }) => ({
    key: String(owner?.id),
    name: owner?.name ?? intl.formatMessage({ id: 'storage.nobody' }),
    ...(owner === null
      ? {}
      : {
          to: {
            to: '/administration',
            search: { section: 'data', resource: 'asset', 'is.owner': String(owner.id) },
          } as const,
        }),
    ...sum,
  }))
}
