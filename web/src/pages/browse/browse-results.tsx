import type { CursorSnapshot } from '@cartouche/client'
import { useCan, useClient, useSchema } from '@cartouche/react'
import type { SavedSearch } from '@cartouche/contract'
import { Button, Drawer } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { FormattedMessage, useIntl } from 'react-intl'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { loadPart } from '../../connection/load-part.ts'
import { useOfferedTarget, type ActionPlace } from '../../components/asset-actions/action-context.ts'
import { AssetSelectionBar } from '../../components/asset-actions/asset-action-buttons.tsx'
import { useGalleryActions } from '../../components/asset-actions/use-gallery-actions.ts'
import { useSelection } from '../../components/selection/use-selection.ts'
import type { GalleryProps } from '../../components/gallery/gallery.ts'
import { isTyping } from '../../components/gallery/is-typing.ts'
import { textOr } from '../../translations/error-text.ts'
import type { BrowseState } from '../../address/browse-address.ts'
import { assetPath, browseName, orderOf } from '../../address/browse-cursor.ts'
import { searchOfState } from '../../address/search-of-state.ts'
import { BrowseList } from './browse-list.tsx'
import { BrowseToolbar, rowHeights } from './browse-toolbar.tsx'
import { DialogFoot } from '../../components/dialog-foot/dialog-foot.tsx'
import { ConstraintChips } from '../../components/constraint-chips/constraint-chips.tsx'
import { FacetsPanel } from './facets-panel.tsx'
import { useViewSettingsLoaded, useViewSetting } from '../../components/view-settings/use-view-setting.ts'
import { useBookmark } from './use-bookmark.ts'
import { showsError, type Browse } from './use-browse.ts'
import { useResultActions } from './use-result-actions.ts'
import { useResultsName } from './use-results-name.ts'
import type { OpenedAsset } from './use-opened-asset.ts'
import classes from './browse.module.css'

const SavedSearchBar = lazy(async () => ({
  default: (await loadPart(() => import('./saved-search-bar.tsx'))).SavedSearchBar,
}))
const SaveSearchDialog = lazy(async () => ({
  default: (await loadPart(() => import('../../components/saved-searches/save-search-dialog.tsx')))
    .SaveSearchDialog,
}))
const DetailsPanel = lazy(async () => ({
  default: (await loadPart(() => import('./details-panel.tsx'))).DetailsPanel,
}))

interface BrowseResultsProps {
  readonly browse: Browse
  readonly opened: OpenedAsset
  /** The asset that lay over them before they were drawn, which has the focus now. */
  readonly closedId: number | null
}

/** The list of assets: facets at the left, the list, details at the right. */
export function BrowseResults({ browse, opened, closedId }: BrowseResultsProps) {
  const intl = useIntl()
  const { session } = useClient()
  const schema = useSchema(assetPath)
  const selection = useSelection()
  const labelOf = useCallback(
    (field: string) => schema.fields[field]?.name ?? textOr(intl, `field.${field}`, field),
    [schema, intl],
  )
  const { state, cursor, assets } = browse
  const focused = useFocusAt(closedId, state)
  const orderby = orderOf(state)
  const { open } = opened
  const { refresh } = cursor.actions
  const place = useMemo(
    (): ActionPlace => ({ orderby, onOpen: open, onDeleted: refresh }),
    [orderby, open, refresh],
  )
  const resultActions = useResultActions()
  const resultsName = useResultsName(state, schema)
  const all = useMemo(
    () => ({
      assets: [],
      results: { search: searchOfState(state), total: cursor.total, name: resultsName },
      place: { ...place, own: resultActions },
    }),
    [state, cursor.total, place, resultActions, resultsName],
  )
  // Commands act on the selection where there is one, which is offered later.
  useOfferedTarget(all)
  const { selected, gallery } = useGalleryActions({ assets, selection, place })
  const canSave = useCan('savedsearch/create')
  const [saving, saver] = useDisclosure(false)
  const isReady = useViewSettingsLoaded()
  const [keptHeight, keepHeight] = useViewSetting<number>('row-height', rowHeights.standard)
  const [drawnHeight, drawHeight] = useState<number | null>(null)
  const rowHeight = drawnHeight ?? keptHeight
  const [detailsOpened, setDetails] = useViewSetting<boolean>('details', false)
  const [sheet, filters] = useDisclosure(false)
  const [detailsSheet, details] = useDisclosure(false)
  const isWide = useMediaQuery('(min-width: 62.01em)', true, { getInitialValueInEffect: false })
  // Beside filters and details, the list must stay wide enough to show names.
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
  const shown = selected?.assets.at(-1)
  const isMoving = ['initial', 'fetching', 'resolving'].includes(browse.cursor.status)
  const facets = (
    <FacetsPanel
      schema={schema}
      state={browse.state}
      total={totalOf(browse.cursor)}
      onChange={browse.change}
      withStatus={session.can('asset/update')}
    />
  )
  const panel = (
    <Suspense>
      <DetailsPanel asset={shown} place={place} />
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
            total={totalOf(browse.cursor)}
            hasFailed={showsError(browse.cursor)}
            rowHeight={rowHeight}
            onRowHeight={drawHeight}
            onRowHeightEnd={keepHeight}
            labelOf={labelOf}
            bookmark={bookmark}
            onSave={canSave ? saver.open : undefined}
            all={all}
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
          focused={focused}
          onOpen={opened.open}
          hrefOf={opened.hrefOf}
          labelOf={labelOf}
          actions={gallery}
        />
        {selected && <AssetSelectionBar target={selected} onClear={selection.clear} />}
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
          <DialogFoot>
            <Button onClick={filters.close}>
              <FormattedMessage id="browse.facets.show" values={{ count: browse.cursor.total }} />
            </Button>
          </DialogFoot>
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
    </div>
  )
}

/** The asset to focus when the list is there, as long as it is the list of that moment, and looks like it. */
function useFocusAt(id: number | null, state: BrowseState): GalleryProps['focused'] {
  const [of] = useState(state)
  const [focused, setFocused] = useState(id === null ? undefined : { id, request: 0 })
  if (focused && state !== of) setFocused(undefined)
  return focused
}

/** Hits of the list, as its filters need them: 0 where it failed, as the failure folds no filter. */
function totalOf({ hasData, total, status }: CursorSnapshot): number | null {
  if (hasData) return total
  return status === 'error' ? 0 : null
}
