import { workflowsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { errorText, textOr } from '../../translations/error-text.ts'
import { StatusBadge } from '../asset-text/status-badge.tsx'

interface EntryWorkflowProps {
  readonly path: string
  readonly id: number
  readonly status: { readonly id: number; readonly name: string }
  /** Actions that this person may take now. */
  readonly actions: readonly string[]
  readonly onActed: () => void
}

/** The status of an entry whose resource has a workflow, with what may be done. */
export function EntryWorkflow({ path, id, status, actions, onActed }: EntryWorkflowProps) {
  const intl = useIntl()
  const client = useClient()
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const act = async (action: string): Promise<void> => {
    setBusy(action)
    setFailure(null)
    try {
      await workflowsOf(client).take(path, [id], action)
      onActed()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      <Group gap={6}>
        <StatusBadge status={status} />
        {actions.map((action) => (
          <Button
            key={action}
            size="compact-sm"
            variant="light"
            loading={busy === action}
            disabled={busy !== null && busy !== action}
            onClick={() => void act(action)}
          >
            {textOr(intl, `workflow.${action}`, action)}
          </Button>
        ))}
      </Group>
      {failure !== null && (
        <Alert color="red" role="alert">
          {errorText(intl, failure)}
        </Alert>
      )}
    </>
  )
}
