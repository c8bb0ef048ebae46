import type { Asset } from '@cartouche/contract'
import { Badge, Skeleton, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import type { AddressParams } from '../../address/search-params.ts'
import { TileMenu } from '../../components/asset-actions/tile-menu.tsx'
import { AssetPicture } from '../../components/asset-picture/asset-picture.tsx'
import type { SimilarPicture } from './use-similar.ts'
import classes from './similar.module.css'

/** Pictures with how alike they are, the most alike first; each opens over the list. */
export function SimilarList({
  pictures,
  search,
}: {
  readonly pictures: readonly SimilarPicture[]
  readonly search: AddressParams
}) {
  const navigate = useNavigate()
  const open = ({ id }: Asset): void =>
    void navigate({
      to: '/similar/$assetId',
      params: { assetId: String(id) },
      search,
      state: { overList: true },
    })
  return (
    <ul className={classes.list}>
      {pictures.map(({ asset, score, mirrored }) => (
        <li key={asset.id}>
          <TileMenu asset={asset} place={{ onOpen: open }}>
            <Link
              to="/similar/$assetId"
              params={{ assetId: String(asset.id) }}
              search={search}
              state={{ overList: true }}
              className={classes.card}
            >
              <span className={classes.picture}>
                <AssetPicture asset={asset} sidePx={320} alt="" />
              </span>
              <span className={classes.name}>{asset.name}</span>
              <span className={classes.facts}>
                <Text span fz="sm" c="dimmed">
                  <FormattedMessage
                    id="similar.score"
                    values={{ percent: <FormattedNumber value={score} style="percent" /> }}
                  />
                </Text>
                {mirrored && (
                  <Badge variant="default" size="sm">
                    <FormattedMessage id="similar.mirrored" />
                  </Badge>
                )}
              </span>
            </Link>
          </TileMenu>
        </li>
      ))}
    </ul>
  )
}

/** Stands where pictures will be. */
export function SimilarSkeletons() {
  return (
    <div className={classes.list} aria-hidden>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((place) => (
        <Skeleton key={place} className={classes.waiting} />
      ))}
    </div>
  )
}
