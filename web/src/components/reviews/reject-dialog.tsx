import { reviewsOf, type Asset } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { useTakeAction } from '../asset-actions/use-take-action.ts'
import { DecisionDialog } from './decision-dialog.tsx'

interface RejectDialogProps {
  readonly assets: readonly Pick<Asset, 'id' | 'name'>[]
  readonly onClose: () => void
}

/** Rejects assets by their workflow, with a reason. */
export function RejectDialog({ assets, onClose }: RejectDialogProps) {
  const client = useClient()
  const take = useTakeAction()
  const reject = async (reason: string): Promise<void> => {
    await take(
      'reject',
      assets.map(({ id }) => id),
      reason,
    )
    await reviewsOf(client)
      .refresh()
      .catch(() => undefined)
  }
  return <DecisionDialog verdict="reject" assets={assets} work={reject} onClose={onClose} />
}
