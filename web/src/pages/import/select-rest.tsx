import { importsOf, type ImportJobSnapshot } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { SelectionControl } from '../../components/selection/use-selection.ts'
import classes from './import.module.css'

interface SelectRestProps {
  readonly job: ImportJobSnapshot
  /** Ids of the loaded items that can be selected. */
  readonly order: readonly number[]
  readonly selection: SelectionControl
  /** They are selected: this is gone, and the focus with it. */
  readonly onDone: () => void
}

/**
 * Where all files that are loaded are selected and the import has more: says so, loads the others when it is
 * asked to, and selects them too.
 */
export function SelectRest({
  job: { id: jobId, total, hasNext },
  order,
  selection,
  onDone,
}: SelectRestProps) {
  const imports = importsOf(useClient())
  const [loading, setLoading] = useState<AbortController | null>(null)
  const [loaded, setLoaded] = useState(0)
  const { selection: now, add } = selection
  useEffect(() => () => loading?.abort(), [loading])
  const start = (): void => {
    const stop = new AbortController()
    setLoading(stop)
    setLoaded(order.length)
    imports
      .fetchNextItems(jobId, { signal: stop.signal, onProgress: setLoaded })
      // Reported above the list, with the way to try again.
      .catch(() => undefined)
      .finally(() => {
        setLoading(null)
        if (!imports.jobs.get(String(jobId)).hasNext) onDone()
      })
  }
  // They are in the list when the last page is.
  useEffect(() => {
    if (loading !== null && !hasNext) add(order)
  }, [loading, hasNext, add, order])
  if (loading === null && !(hasNext && order.length > 0 && order.every((id) => now.ids.has(id)))) return null
  return (
    <Group className={classes.selectRest} gap="sm" aria-live="polite">
      <Text fz="sm">
        {loading === null ? (
          <FormattedMessage id="import.selectRest" values={{ count: order.length }} />
        ) : (
          <FormattedMessage id="import.selectRest.loading" values={{ loaded, count: total }} />
        )}
      </Text>
      {loading === null ? (
        <Button size="compact-sm" variant="default" onClick={start}>
          <FormattedMessage id="import.selectRest.all" />
        </Button>
      ) : (
        <Button size="compact-sm" variant="default" onClick={() => loading.abort()}>
          <FormattedMessage id="action.cancel" />
        </Button>
      )}
    </Group>
  )
}
