import { assetNatures, type Asset } from '@cartouche/client'
import { useCursor } from '@cartouche/react'
import { Anchor, Group, Skeleton, Stack, Title } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { Link, useNavigate } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { recentName } from '../../address/browse-cursor.ts'
import { TileMenu } from '../../components/asset-actions/tile-menu.tsx'
import { AssetPicture } from '../../components/asset-picture/asset-picture.tsx'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { justifyRows } from '../../components/gallery/justified-rows.ts'
import { ratioOf } from '../../components/gallery/ratio-of.ts'
import { EmptyLibrary } from '../browse/empty-library.tsx'
import { FirstSteps } from './first-steps.tsx'
import classes from './home.module.css'

const recent = { name: recentName, path: 'dam/data/asset', max: 24, orderby: 'createdat desc' }
const rowCount = 2

/** What was added last, in two rows; and the natures as a way in. */
export function RecentAssets() {
  const cursor = useCursor(recent)
  return (
    <section>
      <Group justify="space-between" align="baseline" mb="sm">
        <Title order={2}>
          <FormattedMessage id="home.recent" />
        </Title>
        <Group gap="md">
          {(['IMAGE', 'VIDEO', 'AUDIO', 'DOCUMENT'] as const).map((nature) => (
            <Anchor
              key={nature}
              fz="sm"
              visibleFrom="sm"
              renderRoot={(props) => (
                <Link to="/browse" search={{ 'is.rootnature': String(assetNatures[nature]) }} {...props} />
              )}
            >
              <FormattedMessage id={`nature.${nature}`} />
            </Anchor>
          ))}
          <Anchor component={Link} to="/browse" fz="sm" fw={600}>
            <FormattedMessage id="home.recent.all" />
          </Anchor>
        </Group>
      </Group>
      {!cursor.hasData && cursor.status === 'error' && (
        <ErrorViewOf error={cursor.error} onRetry={cursor.actions.refresh} />
      )}
      {!cursor.hasData && cursor.status !== 'error' && <Skeleton className={classes.waiting} />}
      {cursor.hasData && cursor.data.length === 0 && (
        <Stack gap="xl">
          <EmptyLibrary />
          <FirstSteps />
        </Stack>
      )}
      {cursor.data.length > 0 && <Rows assets={cursor.data as readonly Asset[]} />}
    </section>
  )
}

function Rows({ assets }: { readonly assets: readonly Asset[] }) {
  const intl = useIntl()
  const navigate = useNavigate()
  const open = ({ id }: Asset): void =>
    void navigate({ to: '/browse/$assetId', params: { assetId: String(id) }, state: { overList: true } })
  const { ref, width } = useElementSize()
  const ratios = assets.map(ratioOf)
  const rows =
    width === 0
      ? []
      : justifyRows(ratios, { width, rowHeight: width < 600 ? 120 : 190, gap: 8 }).slice(0, rowCount)
  const height = rows.reduce((sum, row) => Math.max(sum, row.top + row.height), 0)
  return (
    <ul
      ref={ref}
      className={`${classes.recent} ${height === 0 ? classes.waiting : ''}`}
      style={height === 0 ? undefined : { height }}
    >
      {rows.flatMap((row) =>
        row.tiles.map((tile) => {
          const asset = assets[tile.index]
          return asset === undefined ? null : (
            <li
              key={asset.id}
              style={{ left: tile.left, top: row.top, width: tile.width, height: row.height }}
            >
              <TileMenu asset={asset} place={{ onOpen: open }}>
                <Link
                  to="/browse/$assetId"
                  params={{ assetId: String(asset.id) }}
                  state={{ overList: true }}
                  aria-label={intl.formatMessage({ id: 'asset.open' }, { name: asset.name })}
                  title={asset.name}
                >
                  <AssetPicture asset={asset} sidePx={Math.max(tile.width, row.height)} alt="" />
                </Link>
              </TileMenu>
            </li>
          )
        }),
      )}
    </ul>
  )
}
