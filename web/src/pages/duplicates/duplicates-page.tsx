import { calls, duplicatesOf, readsOf } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Button, Group, Kbd, Progress, Skeleton, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { keyName } from '../../components/asset-actions/key-name.ts'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { errorText } from '../../translations/error-text.ts'
import { FamilyList } from './family-list.tsx'
import { familiesAtOnce } from './families-at-once.ts'
import classes from './duplicates.module.css'

/** Assets that are the same picture, family by family: one of each may take the place of the others. */
export function DuplicatesPage() {
  const client = useClient()
  const navigate = useNavigate()
  const { data, error } = useRead(calls.listDuplicates, { max: familiesAtOnce, from: 0 }, { freshMs: 0 })
  return (
    <div className={classes.page}>
      <div>
        <Group gap="4px 12px" align="baseline">
          <Title order={1} id="duplicates-title" tabIndex={-1}>
            <FormattedMessage id="duplicates.title" />
          </Title>
          {data && data.total > 0 && (
            <Text fz="sm" c="dimmed">
              <FormattedMessage id="duplicates.total" values={{ count: data.total }} />
            </Text>
          )}
        </Group>
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="duplicates.intro" />
        </Text>
        {data && data.total > 0 && <Keys />}
      </div>
      {data && data.waiting > 0 && <Waiting count={data.waiting} />}
      {error !== null && data === undefined ? (
        <ErrorViewOf error={error} onRetry={() => readsOf(client).invalidate(calls.listDuplicates)} />
      ) : data === undefined ? (
        <Stack gap="md" aria-hidden>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} h={220} />
          ))}
        </Stack>
      ) : data.total > 0 ? (
        <FamilyList page={data} from={0} />
      ) : (
        <EmptyState
          text={<FormattedMessage id={data.waiting > 0 ? 'duplicates.noneYet' : 'duplicates.none'} />}
          label={<FormattedMessage id="searches.empty.action" />}
          onAction={() => void navigate({ to: '/browse' })}
          takesFocus
        />
      )}
    </div>
  )
}

const keys = [
  ['← → ↑ ↓', 'duplicates.keys.move'],
  ['k', 'duplicates.keys.keep'],
  ['enter', 'duplicates.keys.merge'],
  ['d', 'duplicates.keys.different'],
  ['c', 'duplicates.keys.compare'],
] as const

/** The keys of a family, where there is a keyboard. */
function Keys() {
  const intl = useIntl()
  return (
    <Text component="p" fz="xs" c="dimmed" mt={6} mb={0} visibleFrom="sm" className={classes.keys}>
      {keys.map(([key, label]) => (
        <span key={key}>
          <Kbd size="xs">{keyName(intl, key)}</Kbd> <FormattedMessage id={label} />
        </span>
      ))}
    </Text>
  )
}

/** How often it is looked whether new pictures were compared, while somebody waits for it. */
const lookAgainAfterMs = 2000

/** Pictures that were not compared yet: within ten minutes, or now. */
function Waiting({ count }: { readonly count: number }) {
  const intl = useIntl()
  const client = useClient()
  const [first, setFirst] = useState<number | null>(null)
  useEffect(() => {
    if (first === null) return undefined
    const timer = setInterval(() => readsOf(client).invalidate(calls.listDuplicates), lookAgainAfterMs)
    return () => clearInterval(timer)
  }, [client, first])
  const find = async (): Promise<void> => {
    setFirst(count)
    await duplicatesOf(client)
      .find()
      .catch((error: unknown) => {
        setFirst(null)
        notifications.show({ color: 'red', message: errorText(intl, error) })
      })
  }
  return (
    <div className={classes.waiting}>
      <Text component="output" fz="sm">
        <FormattedMessage
          id={first === null ? 'duplicates.waiting' : 'duplicates.comparing'}
          values={{ count }}
        />
      </Text>
      {first === null ? (
        <Button size="compact-md" variant="default" onClick={() => void find()}>
          <FormattedMessage id="duplicates.find" />
        </Button>
      ) : (
        <Progress
          className={classes.progress}
          value={first === 0 ? 0 : Math.max(0, (100 * (first - count)) / first)}
          aria-label={intl.formatMessage({ id: 'duplicates.find' })}
        />
      )}
    </div>
  )
}
