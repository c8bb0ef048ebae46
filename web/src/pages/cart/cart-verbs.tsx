import type { Asset } from '@cartouche/contract'
import { useHotkeys } from '@mantine/hooks'
import { FormattedMessage } from 'react-intl'
import type { PlaceAction } from '../../components/asset-actions/action-context.ts'
import { SelectionButton } from '../../components/selection/selection-button.tsx'
import { MoveMenu } from './move-menu.tsx'
import type { MoveTarget } from './move-target.ts'

interface CartVerbsProps {
  /** What a cart does with its assets; empty for whoever may not edit it. */
  readonly own: readonly PlaceAction[]
  /** Those that are selected. */
  readonly assets: readonly Asset[]
  /** Missing: what is shown is not the order of the cart. */
  readonly onMove: ((target: MoveTarget) => void) | undefined
  readonly onRemove: (assets: readonly Asset[]) => void
}

/** What a cart does with its selected assets, after what is done with assets everywhere. Delete removes. */
export function CartVerbs({ own, assets, onMove, onRemove }: CartVerbsProps) {
  useHotkeys([
    [
      'Delete',
      () => {
        if (own.some(({ id }) => id === 'remove')) onRemove(assets)
      },
    ],
  ])
  return (
    <>
      {own.length > 0 && onMove && <MoveMenu onMove={onMove} />}
      {own
        .filter(({ isForOne }) => !isForOne || assets.length === 1)
        .map(({ id, label, Icon, run }) => (
          <SelectionButton
            key={id}
            Icon={Icon}
            hides={id === 'remove' ? undefined : 'rare'}
            onClick={() => run(assets)}
          >
            <FormattedMessage id={label} />
          </SelectionButton>
        ))}
    </>
  )
}
