import type { Asset } from '@cartouche/contract'
import { useCan, useSchema } from '@cartouche/react'
import { Anchor, Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedDate, FormattedMessage } from 'react-intl'
import { AssetCarts } from '../asset-details/asset-carts.tsx'
import { AssetDocumentWords } from '../asset-details/asset-document-words.tsx'
import { AssetFiles } from '../asset-details/asset-files.tsx'
import type { ActionPlace } from '../asset-actions/action-context.ts'
import { AssetActionBar } from '../asset-actions/asset-action-buttons.tsx'
import { AssetLivePhoto } from '../asset-details/asset-live-photo.tsx'
import { AssetMetadata } from '../asset-details/asset-metadata.tsx'
import { AssetTitle } from '../asset-details/asset-title.tsx'
import { AssetTracks } from '../asset-details/asset-tracks.tsx'
import { AssetUsage } from '../asset-details/asset-usage.tsx'
import { AssetWorkflow } from '../asset-details/asset-workflow.tsx'
import { AssetComments } from '../comments/asset-comments.tsx'
import { AssetReview } from '../reviews/asset-review.tsx'
import { AssetMarks } from '../marks/asset-marks.tsx'
import { problemsBesideReader } from '../document-view/problems-beside-reader.ts'
import { FileProblems } from '../file-problems/file-problems.tsx'
import { AssetVersions } from '../asset-versions/asset-versions.tsx'
import { HistoryButton } from '../asset-versions/history-button.tsx'
import { NatureText } from '../asset-text/asset-text.tsx'
import classes from '../asset-details/asset-details.module.css'

interface AssetPanelProps {
  readonly asset: Asset
  /** Whether this is all that will come: the record of a list has no rights, and not every field. */
  readonly isWhole: boolean
  readonly place: ActionPlace
}

/** All that is known of an asset: name, what can be done with it, status, metadata, files, history, carts. */
export function AssetPanel({ asset, isWhole, place }: AssetPanelProps) {
  const isSteady = useIsSteady(isWhole)
  return (
    <>
      <section className={classes.section}>
        <AssetTitle key={asset.id} asset={asset} />
        <Text c="dimmed" fz="sm">
          <NatureText asset={asset} /> ·{' '}
          <FormattedMessage id="entity.number" values={{ id: String(asset.id) }} />
        </Text>
      </section>
      <AssetActionBar asset={asset} place={place} />
      <AssetMarks asset={asset} place={place} />
      {isSteady ? (
        <Sections key={asset.id} asset={asset} place={place} />
      ) : (
        <section className={classes.section} aria-hidden>
          {[60, 90, 75].map((width) => (
            <Skeleton key={width} h={14} w={`${width}%`} my={10} />
          ))}
        </section>
      )}
    </>
  )
}

/**
 * Whether the sections have all that decides how high they are; once they had, the next asset is shown by
 * what is known of it.
 */
function useIsSteady(isWhole: boolean): boolean {
  const { status } = useSchema('dam/data/asset')
  const [wasSteady, setSteady] = useState(false)
  const isSteady = isWhole && (status === 'resolved' || status === 'error')
  if (isSteady && !wasSteady) setSteady(true)
  return wasSteady || isSteady
}

/**
 * Of one asset: nothing that was folded, written or asked for there is carried over to the next. How many
 * carts hold it is known last: they stand where they push nothing away.
 */
function Sections({ asset, place }: Pick<AssetPanelProps, 'asset' | 'place'>) {
  return (
    <>
      <FileProblems problems={problemsBesideReader(asset)} />
      <AssetDocumentWords asset={asset} />
      <AssetWorkflow asset={asset} />
      <AssetReview asset={asset} />
      <AssetComments asset={asset} />
      <AssetMetadata asset={asset} />
      <AssetFiles asset={asset} />
      <AssetLivePhoto asset={asset} />
      <AssetVersions asset={asset} place={place} />
      <AssetTracks asset={asset} />
      <section className={classes.section}>
        <h3 className={classes.heading}>
          <FormattedMessage id="asset.group.history" />
        </h3>
        <dl className={classes.fields}>
          {asset.owner?.name && <Fact label={<FormattedMessage id="field.owner" />}>{asset.owner.name}</Fact>}
          {asset.createdat && (
            <Fact label={<FormattedMessage id="field.createdat" />}>
              <FormattedDate value={asset.createdat} dateStyle="medium" timeStyle="short" />
            </Fact>
          )}
          {asset.modifiedat && (
            <Fact label={<FormattedMessage id="field.modifiedat" />}>
              <FormattedDate value={asset.modifiedat} dateStyle="medium" timeStyle="short" />
            </Fact>
          )}
        </dl>
        <HistoryButton asset={asset} />
        <WhyLink id={asset.id} />
      </section>
      <AssetUsage asset={asset} />
      <AssetCarts asset={asset} />
    </>
  )
}

/** For administrators: who may see it, and why. */
function WhyLink({ id }: { readonly id: number }) {
  return useCan('role/update') ? (
    <Anchor
      fz="sm"
      renderRoot={(props) => (
        <Link
          to="/administration"
          search={{ section: 'access', resource: 'asset', id: String(id) }}
          {...props}
        />
      )}
    >
      <FormattedMessage id="asset.whoSees" />
    </Anchor>
  ) : null
}

function Fact({ label, children }: { readonly label: React.ReactNode; readonly children: React.ReactNode }) {
  return (
    <div className={classes.field}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  )
}
