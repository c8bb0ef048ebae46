import { calls, isApiError, readsOf } from '@cartouche/client'
import type { Asset } from '@cartouche/contract'
import { useCan, useClient, useEntity, useRead } from '@cartouche/react'
import { Button, Text, Title } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { assetPath } from '../../address/browse-cursor.ts'
import { AssetPicture } from '../../components/asset-picture/asset-picture.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { mostSimilar } from '../../components/similar-pictures/picture-search.ts'
import { useReverseSearch } from '../../components/similar-pictures/use-reverse-search.ts'
import { NoPermission } from '../../components/no-permission/no-permission.tsx'
import { errorText } from '../../translations/error-text.ts'
import { FoundElsewhere } from './found-elsewhere.tsx'
import { OpenedSimilar } from './opened-similar.tsx'
import { Refused } from './refused.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { readSimilarAddress, writeSimilarAddress } from './similar-address.ts'
import { SimilarFound } from './similar-found.tsx'
import { SimilarSkeletons } from './similar-list.tsx'
import { SimilarToPicture } from './similar-to-picture.tsx'
import { useSimilarAssets, type SimilarPictures } from './use-similar.ts'
import classes from './similar.module.css'

/** The pictures that look like that of the asset that the address names, or like one that was chosen. */
export function SimilarPage() {
  const { to, byPicture } = readSimilarAddress(useSearch({ from: '/frame/similar' }))
  const navigate = useNavigate()
  if (to !== null) return <SimilarTo key={to} id={to} />
  if (byPicture) return <SimilarToPicture />
  return (
    <EmptyState
      isPage
      text={<FormattedMessage id="similar.choose" />}
      label={<FormattedMessage id="nav.browse" />}
      onAction={() => void navigate({ to: '/browse' })}
    />
  )
}

function SimilarTo({ id }: { readonly id: number }) {
  const { entities } = useClient()
  const { data, status, error } = useEntity(assetPath, id)
  if (data !== null) return <SimilarToAsset asset={data as Asset} />
  if (status === 'not_found') return <Refused text={<FormattedMessage id="asset.notFound" />} />
  if (status === 'error')
    return <ErrorViewOf error={error} onRetry={() => void entities.fetch(assetPath, id)} />
  return (
    <div className={classes.page}>
      <header className={classes.head} />
      <div className={classes.scroller}>
        <SimilarSkeletons />
      </div>
    </div>
  )
}

function SimilarToAsset({ asset }: { readonly asset: Asset }) {
  const client = useClient()
  const asked = { uuid: asset.$uuid, max: mostSimilar }
  const { data, error } = useRead(calls.findSimilarAssets, asked)
  const found = useSimilarAssets(data?.data)
  return (
    <div className={classes.page}>
      <Head asset={asset} />
      <div className={classes.scroller} aria-busy={found.pictures === undefined && error === null}>
        <Found
          asset={asset}
          found={data === undefined ? { pictures: undefined, error } : found}
          onRetry={() =>
            readsOf(client).invalidate(error === null ? calls.findEntities : calls.findSimilarAssets)
          }
        />
        <FoundElsewhere asset={asset} />
      </div>
      <OpenedSimilar search={addressOf(asset)} pictures={found.pictures} />
    </div>
  )
}

const addressOf = ({ id }: Asset) => writeSimilarAddress({ to: id, byPicture: false })

/** Whose pictures are shown, and the report about it. */
function Head({ asset }: { readonly asset: Asset }) {
  const [reporting, setReporting] = useState(false)
  const { submit, report } = useReverseSearch(asset)
  const canEdit = useCan('asset/update')
  return (
    <header className={classes.head}>
      <span className={classes.source}>
        <AssetPicture asset={asset} sidePx={72} alt="" />
      </span>
      <div className={classes.what}>
        <Title order={1} fz="lg">
          <FormattedMessage id="similar.title" />
        </Title>
        <Text fz="sm" c="dimmed" lineClamp={2}>
          <FormattedMessage
            id="similar.to"
            values={{
              name: (
                <Link to="/browse/$assetId" params={{ assetId: String(asset.id) }} className={classes.of}>
                  {asset.name}
                </Link>
              ),
            }}
          />
        </Text>
      </div>
      <div className={classes.acts}>
        {canEdit && (
          <Button variant="default" renderRoot={(props) => <Link to="/duplicates" {...props} />}>
            <FormattedMessage id="duplicates.title" />
          </Button>
        )}
        {(submit || report) && (
          <Button variant="default" onClick={() => setReporting(true)}>
            <FormattedMessage id="similar.report" />
          </Button>
        )}
      </div>
      {reporting && <ReportDialog asset={asset} onClose={() => setReporting(false)} />}
    </header>
  )
}

function Found({
  asset,
  found: { pictures, error },
  onRetry,
}: {
  readonly asset: Asset
  readonly found: SimilarPictures
  readonly onRetry: () => void
}) {
  const intl = useIntl()
  const navigate = useNavigate()
  if (isApiError(error, 'access_denied'))
    return <NoPermission what={<FormattedMessage id="noPermission.similar" />} />
  if (isApiError(error, 'reverse_search_off')) return <Refused text={errorText(intl, error)} />
  if (error !== null && pictures === undefined) return <ErrorViewOf error={error} onRetry={onRetry} />
  return (
    <SimilarFound
      pictures={pictures}
      search={addressOf(asset)}
      none={
        <EmptyState
          text={<FormattedMessage id="similar.none" />}
          label={<FormattedMessage id="similar.back" />}
          onAction={() => void navigate({ to: '/browse/$assetId', params: { assetId: String(asset.id) } })}
        />
      }
    />
  )
}
