import type { Asset } from '@cartouche/contract'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { memo, useCallback, useDeferredValue } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useRetryWhenUp } from '../../connection/use-connection.ts'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { AssetGrid } from '../../components/gallery/asset-grid.tsx'
import { AssetTable } from '../../components/gallery/asset-table.tsx'
import { DocumentHitsContext } from '../../components/gallery/document-hits.ts'
import type { GalleryProps } from '../../components/gallery/gallery.ts'
import { ListEnd } from '../../components/gallery/list-end.tsx'
import { PhraseOffer } from '../../components/phrase/phrase-offer.tsx'
import {
  clearConstraints,
  isConstrained,
  toggleValue,
  toggleWithout,
  type BrowseState,
} from '../../address/browse-address.ts'
import { orderOf } from '../../address/browse-cursor.ts'
import { EmptyLibrary } from './empty-library.tsx'
import { GroupedWall } from './grouped-wall.tsx'
import { useAlternative } from './use-alternative.ts'
import { showsError, type Browse } from './use-browse.ts'
import classes from './browse.module.css'

interface BrowseListProps extends Pick<
  GalleryProps,
  'selection' | 'actions' | 'openId' | 'focused' | 'hrefOf'
> {
  readonly browse: Browse
  /** Whether it is known how the person likes the list. */
  readonly isReady: boolean
  readonly rowHeight: number
  readonly onOpen: (asset: Asset) => void
  /** The name of a field. */
  readonly labelOf: (field: string) => string
}

/**
 * The list in its states: coming, empty, failed, there. What is loaded stays while the new comes. A hundred
 * pictures take longer to draw than the ticked box, the chips and the count above them, which come first.
 */
export function BrowseList({ rowHeight, selection, openId, ...props }: BrowseListProps) {
  const deferred = useDeferredValue(props)
  return <DeferredList {...deferred} rowHeight={rowHeight} selection={selection} openId={openId} />
}

const DeferredList = memo(function DeferredList({
  browse,
  isReady,
  rowHeight,
  labelOf,
  ...gallery
}: BrowseListProps) {
  const intl = useIntl()
  const { cursor, state, change, assets } = browse
  const alternative = useAlternative(browse)
  const onOnly = useCallback(
    (value: string | null) =>
      change({
        ...(value === null ? toggleWithout(state, state.group) : toggleValue(state, state.group, value)),
        group: '',
      }),
    [change, state],
  )
  // A next page that failed is asked for again behind what is loaded; anything else from its beginning.
  const retry = cursor.hasNext && cursor.hasData ? cursor.actions.next : cursor.actions.refresh
  useRetryWhenUp(cursor.hasData ? cursor.error : null, retry)
  if (showsError(cursor)) return <ErrorViewOf error={cursor.error} onRetry={cursor.actions.refresh} />
  if (!isReady) return null
  if (!cursor.hasData) return <Skeletons rowHeight={rowHeight} />
  const isStale = cursor.lastSignature !== cursor.signature
  if (assets.length === 0 && !isStale) {
    // The button goes with the empty list: the focus stays where the next one appears.
    const leave = (next: BrowseState): void => {
      document.getElementById('results')?.focus()
      change(next)
    }
    return isConstrained(state) ? (
      <div className={classes.empty}>
        <Stack align="center" gap="sm">
          <Text fw={600}>
            <FormattedMessage id="browse.empty.title" />
          </Text>
          <Text c="dimmed">
            <FormattedMessage id="browse.empty.text" values={{ of: constrainedBy(state) }} />
          </Text>
          <Button variant="light" onClick={() => leave(clearConstraints(state))}>
            <FormattedMessage id="browse.empty.clear" />
          </Button>
          <PhraseOffer state={state} alternative={alternative} onChange={leave} />
        </Stack>
      </div>
    ) : (
      <div className={classes.empty}>
        <EmptyLibrary />
      </div>
    )
  }
  const shared: GalleryProps = {
    ...gallery,
    assets,
    total: cursor.total,
    hasNext: cursor.hasNext && cursor.status === 'loaded',
    onNext: cursor.actions.next,
    scrollKey: `browse ${state.view} ${state.group}`,
    resetKey: cursor.lastSignature ?? '',
    end: (
      <ListEnd
        coming={cursor.status === 'next' && <FormattedMessage id="browse.more" />}
        failed={cursor.status === 'error' && cursor.hasNext && <FormattedMessage id="browse.moreFailed" />}
        onRetry={cursor.actions.next}
      />
    ),
  }
  return (
    <div
      className={classes.body}
      data-stale={isStale || undefined}
      aria-busy={isStale}
      aria-label={isStale ? intl.formatMessage({ id: 'browse.updating' }) : undefined}
    >
      <DocumentHitsContext value={cursor.documentHits}>
        {state.group !== '' ? (
          <GroupedWall
            {...shared}
            key={state.group}
            rowHeight={rowHeight}
            groups={cursor.groupedData}
            field={state.group}
            label={labelOf(state.group)}
            onMore={cursor.actions.nextOfGroup}
            onOnly={onOnly}
          />
        ) : state.view === 'grid' ? (
          <AssetGrid {...shared} rowHeight={rowHeight} />
        ) : (
          <AssetTable {...shared} order={orderOf(state)} onOrder={(order) => change({ ...state, order })} />
        )}
      </DocumentHitsContext>
    </div>
  )
})

/** What can be changed where nothing matches. */
function constrainedBy(state: BrowseState): 'words' | 'filters' | 'both' {
  if (state.fulltext === '') return 'filters'
  return isConstrained({ ...state, fulltext: '' }) ? 'both' : 'words'
}

const shapes = [
  1.5, 1.5, 0.7, 1.5, 1.3, 1.8, 0.7, 1.5, 1, 1.5, 1.5, 0.7, 1.8, 1.5, 1.2, 1.5, 0.7, 1.5, 1.5, 1.3, 1.5, 1,
  1.8, 1.5,
]

function Skeletons({ rowHeight }: { readonly rowHeight: number }) {
  // Shapes stand in a fixed order and never move: their place is their key.
  return (
    <div className={classes.skeletons} aria-hidden>
      {shapes.map((shape, place) => (
        <Skeleton key={`${place} ${shape}`} h={rowHeight} w={rowHeight * shape} radius={4} />
      ))}
    </div>
  )
}
