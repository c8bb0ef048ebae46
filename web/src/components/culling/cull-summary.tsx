import type { Asset } from '@cartouche/contract'
import { Button, Modal, Stack, Text } from '@mantine/core'
import { IconShare2, IconShoppingBagPlus, IconTrash } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { useAssetActions, type ActionPlace } from '../asset-actions/action-context.ts'
import type { ActionId } from '../asset-actions/asset-actions.ts'
import type { Culling } from './use-culling.ts'

interface CullSummaryProps {
  readonly assets: readonly Asset[]
  readonly culling: Culling
  readonly place: ActionPlace
  readonly onBack: () => void
  readonly onClose: () => void
}

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** What came of it, and what to do with it. */
export function CullSummary({ assets, culling, place, onBack, onClose }: CullSummaryProps) {
  const actions = useAssetActions()
  const of = (pick: 'picked' | 'rejected'): readonly Asset[] =>
    assets.filter(({ id }) => culling.marks.get(id)?.pick === pick)
  const [picked, rejected] = [of('picked'), of('rejected')]
  const isOffered = (id: ActionId, some: readonly Asset[]): boolean =>
    some.length > 0 &&
    actions.entriesOf({ assets: some, place }).some((entry) => entry.id === id && entry.reason === undefined)
  const take = (id: ActionId, some: readonly Asset[]): void => {
    onClose()
    actions.run(id, { assets: some, place })
  }
  return (
    <Modal opened onClose={onBack} title={<FormattedMessage id="cull.summary" />}>
      <Stack gap="sm">
        <Text>
          <FormattedMessage
            id="cull.summary.text"
            values={{
              picked: picked.length,
              rejected: rejected.length,
              rest: assets.length - picked.length - rejected.length,
            }}
          />
        </Text>
        {isOffered('addToCart', picked) && (
          <Button leftSection={<IconShoppingBagPlus {...icon} />} onClick={() => take('addToCart', picked)}>
            <FormattedMessage id="cull.summary.cart" values={{ count: picked.length }} />
          </Button>
        )}
        {isOffered('share', picked) && (
          <Button
            variant="default"
            leftSection={<IconShare2 {...icon} />}
            onClick={() => take('share', picked)}
          >
            <FormattedMessage id="cull.summary.share" values={{ count: picked.length }} />
          </Button>
        )}
        {isOffered('delete', rejected) && (
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            leftSection={<IconTrash {...icon} />}
            onClick={() => take('delete', rejected)}
          >
            <FormattedMessage id="cull.summary.delete" values={{ count: rejected.length }} />
          </Button>
        )}
        <Button variant="subtle" onClick={onBack}>
          <FormattedMessage id="cull.summary.back" />
        </Button>
        <Button variant="subtle" onClick={onClose}>
          <FormattedMessage id="cull.summary.close" />
        </Button>
      </Stack>
    </Modal>
  )
}
