import { calls, isApiError, type EntityData, type EntityUses, type MergeProgress } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Alert, Button, Group, List, Modal, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { errorText } from '../../translations/error-text.ts'
import { LinkEditor } from '../asset-details/link-editor.tsx'

interface RemoveEntryDialogProps {
  readonly path: string
  readonly entry: EntityData
  /** `merge`: another is to take its place, whatever links to it. */
  readonly action: 'remove' | 'merge'
  /** `into`: what stands in its place. */
  readonly onDone: (into: MergeProgress['into'] | null) => void
  readonly onClose: () => void
}

const pollMs = 700

/**
 * Deletes an entry, or puts another in its place: what links to it is listed first, and a long merge shows
 * how far it is.
 */
export function RemoveEntryDialog({ path, entry, action, onDone, onClose }: RemoveEntryDialogProps) {
  useReturnFocus()
  const intl = useIntl()
  const client = useClient()
  const [into, setInto] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [progress, setProgress] = useState<MergeProgress | null>(null)
  const name = entry.name ?? String(entry.id)
  const uses = useRead(calls.getEntityUses, { path, id: entry.id }, { freshMs: 0 })
  const known = uses.data?.response.data
  const running = progress ?? known?.merge ?? null
  const isUsed = known !== undefined && (known.uses.length > 0 || known.hidden)
  const isMerge = action === 'merge' || isUsed
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setFailure(null)
    await work().catch(setFailure)
    setBusy(false)
  }
  const remove = (): Promise<void> =>
    run(async () => {
      await client.entities.delete(path, entry.id)
      onDone(null)
    })
  const merge = (target: number): Promise<void> =>
    run(async () => {
      const {
        response: { data },
      } = await client.call(calls.mergeEntity, { path, id: entry.id, into: target })
      if (data.state === 'done') onDone(data.into)
      else setProgress(data)
    })
  useMergeProgress(path, entry.id, running, setProgress, (merged) => onDone(merged.into))
  return (
    <Modal
      opened
      onClose={onClose}
      title={<FormattedMessage id={titleOf(action, isUsed)} values={{ name }} />}
    >
      {uses.status === 'error' && <Alert color="red">{errorText(intl, uses.error)}</Alert>}
      {known === undefined && uses.status !== 'error' && <Skeleton h={60} />}
      {known && running === null && <Uses uses={known} />}
      {known &&
        isMerge &&
        running === null &&
        (known.mergeable ? (
          <Stack gap="xs" mt="md">
            <Text fz="sm">
              {action === 'remove' && <FormattedMessage id="entries.inUse.merge" />}{' '}
              <FormattedMessage id="entries.merge.text" values={{ name }} />
            </Text>
            <LinkEditor
              label={intl.formatMessage({ id: 'entries.merge.into' })}
              path={path}
              single
              ids={into === null ? [] : [into]}
              known={[]}
              without={[entry.id]}
              onIds={([id]) => setInto(id ?? null)}
              onKeyDown={() => {}}
            />
          </Stack>
        ) : (
          <Alert color="yellow" mt="md">
            <FormattedMessage id="entries.merge.refused" />
          </Alert>
        ))}
      {running !== null && <MergeState progress={running} />}
      {failure !== null && (
        <Alert color="red" mt="md" role="alert">
          {errorText(intl, failure)}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          <FormattedMessage id={running === null ? 'action.cancel' : 'action.close'} />
        </Button>
        {known && running === null && !isMerge && (
          <Button color="red" loading={busy} onClick={() => void remove()}>
            <FormattedMessage id="action.delete" values={{ name }} />
          </Button>
        )}
        {known?.mergeable && running === null && isMerge && (
          <Button
            color="red"
            loading={busy}
            disabled={into === null}
            onClick={() => {
              if (into !== null) void merge(into)
            }}
          >
            <FormattedMessage id="entries.merge.do" />
          </Button>
        )}
      </Group>
    </Modal>
  )
}

function titleOf(action: RemoveEntryDialogProps['action'], isUsed: boolean) {
  if (action === 'merge') return 'entries.merge.title'
  return isUsed ? 'entries.inUse.title' : 'entries.delete.title'
}

function Uses({ uses: { uses, hidden } }: { readonly uses: EntityUses }) {
  if (uses.length === 0 && !hidden)
    return (
      <Text>
        <FormattedMessage id="entries.unused" />
      </Text>
    )
  return (
    <>
      <Text fw={600} mb={4}>
        <FormattedMessage id="entries.used" />
      </Text>
      <List fz="sm" withPadding>
        {uses.map(({ resource, field, name, fieldName, tree, count }) => (
          <List.Item key={`${resource}.${field}`}>
            {tree ? (
              <FormattedMessage id="entries.used.below" values={{ count }} />
            ) : (
              <FormattedMessage id="entries.used.by" values={{ count, name, field: fieldName }} />
            )}
          </List.Item>
        ))}
        {hidden && (
          <List.Item>
            <FormattedMessage id="entries.used.hidden" />
          </List.Item>
        )}
      </List>
    </>
  )
}

function MergeState({ progress: { done, total, into } }: { readonly progress: MergeProgress }) {
  const intl = useIntl()
  return (
    <Stack gap={4} aria-live="polite">
      <Text fz="sm">
        <FormattedMessage id="entries.merge.running" values={{ done, total, name: into.name }} />
      </Text>
      <Progress
        value={total === 0 ? 0 : (100 * done) / total}
        aria-label={intl.formatMessage({ id: 'editMany.progress' })}
      />
      <Text fz="xs" c="dimmed">
        <FormattedMessage id="entries.merge.leave" />
      </Text>
    </Stack>
  )
}

/** Asks how far a merge is until the merged one is gone. */
function useMergeProgress(
  path: string,
  id: number,
  running: MergeProgress | null,
  onProgress: (progress: MergeProgress) => void,
  onDone: (progress: MergeProgress) => void,
): void {
  const client = useClient()
  const step = useEffectEvent(async (progress: MergeProgress): Promise<void> => {
    try {
      const {
        response: { data },
      } = await client.call(calls.getEntityUses, { path, id })
      onProgress(data.merge ?? { ...progress })
    } catch (error) {
      if (isApiError(error, 'entity_not_found')) onDone(progress)
      else onProgress({ ...progress })
    }
  })
  useEffect(() => {
    if (running === null) return undefined
    const timer = setTimeout(() => void step(running), pollMs)
    return () => clearTimeout(timer)
  }, [running])
}
