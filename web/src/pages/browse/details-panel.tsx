import type { Asset } from '@cartouche/contract'
import { useEntity } from '@cartouche/react'
import { Box, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { AssetPicture } from '../../components/asset-picture/asset-picture.tsx'
import type { ActionPlace } from '../../components/asset-actions/action-context.ts'
import { AssetPanel } from '../../components/asset-view/asset-panel.tsx'

/** The details of the one asset that is selected, or of the one that has the focus. */
export function DetailsPanel({
  asset,
  place,
}: {
  readonly asset: Asset | undefined
  readonly place: ActionPlace
}) {
  if (asset === undefined)
    return (
      <Text c="dimmed" p="lg">
        <FormattedMessage id="browse.details.none" />
      </Text>
    )
  return <Details key={asset.id} listed={asset} place={place} />
}

function Details({ listed, place }: { readonly listed: Asset; readonly place: ActionPlace }) {
  const { data, status } = useEntity('dam/data/asset', listed.id)
  return (
    <>
      <Box h={200} bg="var(--ground-stage)">
        <AssetPicture asset={listed} sidePx={320} />
      </Box>
      <AssetPanel
        asset={(data ?? listed) as Asset}
        isWhole={data?.['$rights'] !== undefined || status === 'error' || status === 'not_found'}
        place={place}
      />
    </>
  )
}
