import { useCan, useClient, useSchema } from '@cartouche/react'
import type { SavedSearch } from '@cartouche/contract'
import { Button, Drawer } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { FormattedMessage, useIntl } from 'react-intl'
import { lazy, Suspense, useCallback, useState } from 'react'
import { loadPart } from '../../connection/load-part.ts'
import { useAddToCart } from '../../components/cart-picker/use-add-to-cart.tsx'
import { useEditRun } from '../../components/edit-assets/use-edit-run.ts'
import { useSelection } from '../../components/selection/use-selection.ts'
import { isTyping } from '../../components/gallery/is-typing.ts'
import { textOr } from '../../translations/error-text.ts'
import { assetPath, browseName } from '../../address/browse-cursor.ts'
import { BrowseList } from './browse-list.tsx'
import { BrowseToolbar, rowHeights } from './browse-toolbar.tsx'
import { ConstraintChips } from '../../components/constraint-chips/constraint-chips.tsx'
import { FacetsPanel } from './facets-panel.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useViewSettingsLoaded, useViewSetting } from '../../components/view-settings/use-view-setting.ts'
import { useBookmark } from './use-bookmark.ts'
import { useBrowse } from './use-browse.ts'
import { useDownloadRequest } from './use-download-request.ts'
import { useOpenedAsset } from './use-opened-asset.ts'
import classes from './browse.module.css'

const AssetView = lazy(async () => ({
  default: (await loadPart(() => import('../../components/asset-view/asset-view.tsx'))).AssetView,
}))
const EditAssetsPanel = lazy(async () => ({
  default: (await loadPart(() => import('../../components/edit-assets/edit-assets-panel.tsx')))
    .EditAssetsPanel,
}))
const SavedSearchBar = lazy(async () => ({
  default: (await loadPart(() => import('./saved-search-bar.tsx'))).SavedSearchBar,
}))
const SaveSearchDialog = lazy(async () => ({
  default: (await loadPart(() => import('../../components/saved-searches/save-search-dialog.tsx')))
    .SaveSearchDialog,
}))
const DownloadDialog = lazy(async () => ({
  default: (await loadPart(() => import('../../components/download-dialog/download-dialog.tsx')))
    .DownloadDialog,
}))
const DetailsPanel = lazy(async () => ({
  default: (await loadPart(() => import('./details-panel.tsx'))).DetailsPanel,
}))

/**
 * The list of assets: facets at the left, the list, details at the right; one asset over it where the address
 * names one.
 */
export function BrowsePage() {
  const intl = useIntl()
  const { session } = useClient()
  const browse = useBrowse()
  const schema = useSchema(assetPath)
  const selection = useSelection()
  const opened = useOpenedAsset(browse)
  const labelOf = useCallback(
    (field: string) => schema.fields[field]?.name ?? textOr(intl, `field.${field}`, field),
    [schema, intl],
  )
  const addToCart = useAddToCart()
  const canCart = useCan('cart/update')
  const canEdit = useCan('asset/update')
  const edit = useEditRun({ path: assetPath, cursor: browseName })
  const [editing, editor] = useDisclosure(false)
  const canSave = useCan('savedsearch/create')
  const [saving, saver] = useDisclosure(false)
  const download = useDownloadRequest(browse)
  const isReady = useViewSettingsLoaded()
  const [keptHeight, keepHeight] = useViewSetting<number>('row-height', rowHeights.standard)
  const [drawnHeight, drawHeight] = useState<number | null>(null)
  const rowHeight = drawnHeight ?? keptHeight
  const [detailsOpened, setDetails] = useViewSetting<boolean>('details', false)
  const [sheet, filters] = useDisclosure(false)
  const [detailsSheet, details] = useDisclosure(false)
  const isWide = useMediaQuery('(min-width: 62.01em)', true, { getInitialValueInEffect: false })
  // Beside filters and details, the list must stay wide enough to tell names.
  const hasDetailsColumn = useMediaQuery('(min-width: 80em)', true, { getInitialValueInEffect: false })
  const toggleSheet = details.toggle
  const toggleDetails = useCallback(
    () => (hasDetailsColumn ? setDetails(!detailsOpened) : toggleSheet()),
    [hasDetailsColumn, setDetails, detailsOpened, toggleSheet],
  )
  const bookmark = useBookmark(browse.state, schema, labelOf)
  const onKey =
    (act: () => void) =>
    (event: KeyboardEvent): void => {
      if (opened.view === null && !isTyping(event.target)) act()
    }
  useHotkeys(
    [
      ['I', onKey(toggleDetails), { preventDefault: false }],
      ['B', onKey(bookmark.toggle), { preventDefault: false }],
    ],
    [],
  )

  const saved = ({ id, name }: SavedSearch): void => {
    saver.close()
    notifications.show({ message: intl.formatMessage({ id: 'searches.saved' }, { name }) })
    browse.change({ ...browse.state, saved: String(id) }, { replace: true })
  }
  const { ids } = selection.selection
  const selected = ids.size === 0 ? [] : browse.assets.filter(({ id }) => ids.has(id))
  const shown = selected.at(-1)
  const isMoving = ['initial', 'fetching', 'resolving'].includes(browse.cursor.status)
  const facets = (
    <FacetsPanel
      schema={schema}
      state={browse.state}
      total={browse.cursor.hasData ? browse.cursor.total : null}
      onChange={browse.change}
      withStatus={session.can('asset/update')}
    />
  )
  const panel = (
    <Suspense>
      <DetailsPanel asset={shown} onDeleted={browse.cursor.actions.refresh} />
    </Suspense>
  )
  return (
    <div className={classes.page}>
      <aside className={classes.facets} aria-label={intl.formatMessage({ id: 'browse.facets' })}>
        {isWide && facets}
      </aside>
      <div className={classes.list} id="results" tabIndex={-1}>
        {isMoving && <div className={classes.progress} />}
        <div className={classes.head}>
          <BrowseToolbar
            schema={schema}
            state={browse.state}
            onChange={browse.change}
            total={browse.cursor.hasData ? browse.cursor.total : null}
            rowHeight={rowHeight}
            onRowHeight={drawHeight}
            onRowHeightEnd={keepHeight}
            labelOf={labelOf}
            bookmark={bookmark}
            onSave={canSave ? saver.open : undefined}
            onDownload={session.can('asset/download') ? download.requestAll : undefined}
            withStatus={session.can('asset/update')}
            filtersOpened={sheet}
            onFilters={filters.toggle}
            detailsOpened={hasDetailsColumn ? detailsOpened : detailsSheet}
            onDetails={toggleDetails}
          />
          {browse.state.saved !== '' && (
            <Suspense>
              <SavedSearchBar state={browse.state} onChange={browse.change} />
            </Suspense>
          )}
          <ConstraintChips schema={schema} state={browse.state} onChange={browse.change} />
        </div>
        <BrowseList
          browse={browse}
          isReady={isReady}
          rowHeight={isWide ? rowHeight : Math.min(rowHeight, 150)}
          selection={selection}
          openId={opened.view?.assetId}
          onOpen={opened.open}
          hrefOf={opened.hrefOf}
          labelOf={labelOf}
          onAddToCart={canCart ? addToCart.add : undefined}
        />
        {selected.length > 0 && (
          <SelectionBar
            assets={selected}
            onAddToCart={canCart ? addToCart.add : undefined}
            onDownload={session.can('asset/download') ? download.requestSelected : undefined}
            onEdit={canEdit ? editor.open : undefined}
            onClear={selection.clear}
          />
        )}
      </div>
      {hasDetailsColumn && detailsOpened && (
        <aside className={classes.details} aria-label={intl.formatMessage({ id: 'browse.details' })}>
          {panel}
        </aside>
      )}
      {!isWide && (
        <Drawer
          opened={sheet}
          onClose={filters.close}
          title={<FormattedMessage id="browse.facets" />}
          size="min(100%, 360px)"
        >
          {facets}
          <Button fullWidth mt="md" onClick={filters.close}>
            <FormattedMessage id="browse.facets.show" values={{ count: browse.cursor.total }} />
          </Button>
        </Drawer>
      )}
      {!hasDetailsColumn && (
        <Drawer
          opened={detailsSheet}
          onClose={details.close}
          title={<FormattedMessage id="browse.details" />}
          position="right"
          size="min(100%, 380px)"
          padding={0}
          styles={{ header: { padding: '8px 16px' } }}
        >
          {panel}
        </Drawer>
      )}
      {opened.view && (
        <Suspense>
          <AssetView {...opened.view} />
        </Suspense>
      )}
      {(editing || edit.run !== null) && (
        <Suspense>
          <EditAssetsPanel
            path={assetPath}
            opened={editing}
            onClose={editor.close}
            onOpen={editor.open}
            assets={selected}
            control={edit}
          />
        </Suspense>
      )}
      {saving && (
        <Suspense>
          <SaveSearchDialog
            cursorName={browseName}
            suggestion={browse.state.fulltext}
            onClose={saver.close}
            onSaved={saved}
          />
        </Suspense>
      )}
      {download.request !== null && (
        <Suspense>
          <DownloadDialog {...download.request} onClose={download.close} />
        </Suspense>
      )}
      {addToCart.dialog}
    </div>
  )
}
