import type { VisitedShare } from '@cartouche/client'
import { downloadsOf, sharesOf } from '@cartouche/client'
import { useClient, useDownloads } from '@cartouche/react'
import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useMemo, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { loadPart } from '../../connection/load-part.ts'
import { AssetGrid } from '../../components/gallery/asset-grid.tsx'
import type { TableItem } from '../../components/light-table/table-layout.ts'
import { ViewSwitch } from '../../components/light-table/view-switch.tsx'
import { ratioOf } from '../../components/gallery/ratio-of.ts'
import { useSelection } from '../../components/selection/use-selection.ts'
import { DownloadsList } from '../../downloads/downloads-list.tsx'
import { useTakeWhenReady } from '../../downloads/use-take-when-ready.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { PickBar } from './pick-bar.tsx'
import { SharedHeader } from './shared-header.tsx'
import { useSendFiles } from './use-send-files.ts'
import { useGivenFiles } from './use-given-files.tsx'
import { useOpenedSharedAsset } from './use-opened-shared-asset.ts'
import classes from './share.module.css'

const SharedAssetView = lazy(async () => ({
  default: (await loadPart(() => import('./shared-asset-view.tsx'))).SharedAssetView,
}))

const LightTable = lazy(async () => ({
  default: (await loadPart(() => import('../../components/light-table/light-table.tsx'))).LightTable,
}))

const loadSending = () => loadPart(() => import('./send-files.tsx'))
const SendFilesDialog = lazy(async () => ({ default: (await loadSending()).SendFilesDialog }))
const SendFilesPanel = lazy(async () => ({ default: (await loadSending()).SendFilesPanel }))

const noMore = (): void => undefined

/** The shared cart: brand, title and words of the sharer, the wall, downloads as far as the link allows. */
export function SharedCartView({ share }: { readonly share: VisitedShare }) {
  const client = useClient()
  const [downloads, shares] = [downloadsOf(client), sharesOf(client)]
  const own = useDownloads().filter(({ shareId }) => shareId === share.id)
  const selection = useSelection()
  const [picking, setPicking] = useState(false)
  const [sends, setSends] = useState(false)
  const files = useSendFiles(share)
  const isWide = useMediaQuery('(min-width: 48.01em)', true, { getInitialValueInEffect: false })
  const assets = share.detailedItems
  const [isTable, setTable] = useState(false)
  const tableItems = useTableItems(share)
  const opened = useOpenedSharedAsset(share.id, assets)
  const picked = assets.filter(({ id }) => selection.selection.ids.has(id))
  const { profile, choice } = useGivenFiles(share)
  const hasFiles = share.profiles?.length !== 0
  const canZip = share.actions.includes('zip') && assets.length > 0 && hasFiles
  useTakeWhenReady(own)
  const start = (ids?: readonly number[]): void => {
    downloads.start({
      name: share.name,
      shareId: share.id,
      password: shares.passwordOf(share.id),
      ...(ids ? { selection: ids.map((id) => ({ type: 'asset', id })) } : {}),
      ...(profile === undefined ? {} : { profile }),
      unzip: (ids ?? assets).length === 1,
    })
  }
  const endPicking = (): void => {
    setPicking(false)
    selection.clear()
  }
  return (
    <div className={classes.page}>
      <SharedHeader
        share={share}
        views={
          share.lightTable.length > 0 &&
          assets.length > 0 && <ViewSwitch isTable={isTable} onTable={setTable} />
        }
        choice={canZip ? choice : undefined}
        onSend={share.uploads !== null && assets.length > 0 ? () => setSends(true) : undefined}
        isSending={files.isSending}
        onDownloadAll={canZip ? () => start() : undefined}
        onPick={
          canZip && assets.length > 1 && !picking && picked.length === 0 ? () => setPicking(true) : undefined
        }
      />
      <main className={classes.wall}>
        {assets.length === 0 && share.uploads !== null ? (
          <Suspense>
            <SendFilesPanel share={share} files={files} />
          </Suspense>
        ) : assets.length === 0 ? (
          <Text c="dimmed" ta="center" p="xl">
            <FormattedMessage id="visit.empty" />
          </Text>
        ) : isTable ? (
          <Suspense>
            <LightTable
              items={tableItems}
              selection={selection}
              withCheck={canZip}
              hrefOf={opened.hrefOf}
              onOpen={({ id }) => (picking ? selection.toggle(id) : opened.open({ id }))}
              openId={opened.asset?.id}
              ticket={share.ticket}
              viewKey={`share ${share.id}`}
            />
          </Suspense>
        ) : (
          <AssetGrid
            assets={assets}
            total={assets.length}
            hasNext={false}
            onNext={noMore}
            rowHeight={isWide ? 220 : 150}
            hrefOf={opened.hrefOf}
            onOpen={(asset) => (picking ? selection.toggle(asset.id) : opened.open(asset))}
            openId={opened.asset?.id}
            selection={selection}
            isSelecting={picking}
            scrollKey={`share ${share.id}`}
            resetKey={share.id}
            ticket={share.ticket}
          />
        )}
      </main>
      {own.length > 0 && (
        <section className={classes.downloads}>
          <DownloadsList downloads={own} />
        </section>
      )}
      {canZip && (picking || picked.length > 0) && (
        <PickBar
          picked={picked}
          isOriginals={share.largest === null}
          onPickAll={() => selection.add(assets.map(({ id }) => id))}
          onClose={endPicking}
          onDownload={() => {
            start(picked.map(({ id }) => id))
            endPicking()
          }}
        />
      )}
      <footer className={classes.footer}>
        <Text fz="sm" c="dimmed" truncate>
          {share.organisation}
        </Text>
        <LanguageSwitch />
      </footer>
      {share.uploads !== null && assets.length > 0 && (
        <Suspense>
          <SendFilesDialog
            share={share}
            files={files}
            opened={sends}
            onOpen={() => setSends(true)}
            onClose={() => setSends(false)}
          />
        </Suspense>
      )}
      {opened.asset && (
        <Suspense>
          <SharedAssetView
            share={share}
            {...opened}
            asset={opened.asset}
            onDownload={
              share.actions.includes('download') && hasFiles && profile !== undefined
                ? (id) => start([id])
                : undefined
            }
            mayDownload={share.actions.includes('download') && share.largest === null}
          />
        </Suspense>
      )}
    </div>
  )
}

/** What the sharer's colleagues laid on the light table, as far as it is in the share. */
function useTableItems({ detailedItems, lightTable }: VisitedShare): readonly TableItem[] {
  return useMemo(() => {
    const places = new Map(lightTable.map(({ id, place }) => [id, place]))
    return detailedItems.map((asset) => ({
      id: asset.id,
      name: asset.name,
      ratio: ratioOf(asset),
      blurhash: asset.blurhash ?? null,
      place: places.get(asset.id) ?? null,
    }))
  }, [detailedItems, lightTable])
}
