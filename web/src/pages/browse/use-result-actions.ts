import { useCan } from '@cartouche/react'
import { IconCopy } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { PlaceAction } from '../../components/asset-actions/action-context.ts'

/** Actions on all results beside those on assets: their duplicates, for people who may edit assets. */
export function useResultActions(): readonly PlaceAction[] {
  const navigate = useNavigate()
  const canEdit = useCan('asset/update')
  return useMemo(
    () =>
      canEdit
        ? [
            {
              id: 'duplicates',
              label: 'duplicates.title',
              Icon: IconCopy,
              run: () => void navigate({ to: '/duplicates' }),
            },
          ]
        : [],
    [canEdit, navigate],
  )
}
