import { useCan, useClient, useSchema } from '@cartouche/react'
import { Button, Drawer } from '@mantine/core'
import { useDisclosure, useHotkeys, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { FormattedMessage, useIntl } from 'react-intl'
import { lazy, Suspense } from 'react'
import { useAddToCart } from '../../components/cart-picker/use-add-to-cart.tsx'
import { useSelection } from '../../components/selection/use-selection.ts'
import { isTyping } from '../../components/gallery/is-typing.ts'
import { assetPath } from './browse-cursor.ts'
import { BrowseList } from './browse-list.tsx'
import { BrowseToolbar, rowHeights } from './browse-toolbar.tsx'
import { ConstraintChips } from './constraint-chips.tsx'
import { FacetsPanel } from './facets-panel.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useBrowse } from './use-browse.ts'
import { useOpenedAsset } from './use-opened-asset.ts'
import classes from './browse.module.css'

const AssetView = lazy(async () => ({ default: (await import('../../components/asset-view/asset-view.tsx')).AssetView }))
const DetailsPanel = lazy(async () => ({ default: (await import('./details-panel.tsx')).DetailsPanel }))

/** The list of assets: facets at the left, the list, details at the right; one asset over it where the address names one. */
export function BrowsePage() {
  const intl = useIntl()
  const { session } = useClient()
  const browse = useBrowse()
  const schema = useSchema(assetPath)
  const selection = useSelection()
  const opened = useOpenedAsset(browse)
  const addToCart = useAddToCart()
  const canCart = useCan('cart/update')
  const [rowHeight, setRowHeight] = useLocalStorage<number>({ key: 'cartouche-row-height', defaultValue: rowHeights.standard, getInitialValueInEffect: false })
  const [detailsOpened, setDetails] = useLocalStorage<boolean>({ key: 'cartouche-details', defaultValue: false, getInitialValueInEffect: false })
  const [sheet, filters] = useDisclosure(false)
  const [detailsSheet, details] = useDisclosure(false)
  const isWide = useMediaQuery('(min-width: 62.01em)', true, { getInitialValueInEffect: false })
  const toggleDetails = (): void => (isWide ? setDetails(!detailsOpened) : details.toggle())
  useHotkeys([['I', (event) => { if (opened.view === null && !isTyping(event.target)) toggleDetails() }, { preventDefault: false }]], [])

  const { ids } = selection.selection
  const selected = ids.size === 0 ? [] : browse.assets.filter(({ id }) => ids.has(id))
  const shown = selected.at(-1)
  const isMoving = ['initial', 'fetching', 'resolving'].includes(browse.cursor.status)
  const facets = <FacetsPanel schema={schema} state={browse.state} onChange={browse.change} withStatus={session.can('asset/update')} />
  const panel = <Suspense><DetailsPanel asset={shown} onDeleted={browse.cursor.actions.refresh} /></Suspense>
  return (
    <div className={classes.page}>
      <aside className={classes.facets} aria-label={intl.formatMessage({ id: 'browse.facets' })}>{isWide && facets}</aside>
      <div className={classes.list}>
        {isMoving && <div className={classes.progress} />}
        <div className={classes.head}>
          <BrowseToolbar
            schema={schema} state={browse.state} onChange={browse.change} total={browse.cursor.hasData ? browse.cursor.total : null} rowHeight={rowHeight} onRowHeight={setRowHeight}
            filters={{ opened: sheet, toggle: filters.toggle }} details={{ opened: isWide ? detailsOpened : detailsSheet, toggle: toggleDetails }}
          />
          <ConstraintChips schema={schema} state={browse.state} onChange={browse.change} />
        </div>
        <BrowseList browse={browse} rowHeight={isWide ? rowHeight : Math.min(rowHeight, 150)} selection={selection} openId={opened.view?.assetId} onOpen={opened.open} hrefOf={opened.hrefOf} onAddToCart={canCart ? addToCart.add : undefined} />
        {selected.length > 0 && <SelectionBar assets={selected} onAddToCart={canCart ? addToCart.add : undefined} onClear={selection.clear} />}
      </div>
      {isWide && detailsOpened && <aside className={classes.details} aria-label={intl.formatMessage({ id: 'browse.details' })}>{panel}</aside>}
      <Drawer opened={!isWide && sheet} onClose={filters.close} title={<FormattedMessage id="browse.facets" />} size="min(100%, 360px)">
        {facets}
        <Button fullWidth mt="md" onClick={filters.close}><FormattedMessage id="browse.facets.show" values={{ count: browse.cursor.total }} /></Button>
      </Drawer>
      <Drawer opened={!isWide && detailsSheet} onClose={details.close} title={<FormattedMessage id="browse.details" />} position="right" size="min(100%, 380px)" padding={0} styles={{ header: { padding: '8px 16px' } }}>{panel}</Drawer>
      {opened.view && <Suspense><AssetView {...opened.view} /></Suspense>}
      {addToCart.dialog}
    </div>
  )
}
