import { savedSearchesOf, selectSavedSearches, whoseSearch } from '@cartouche/client'
import type { SavedSearch } from '@cartouche/contract'
import { useBookmarks, useCan, useClient, useSavedSearches, useCurrentUser } from '@cartouche/react'
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { EditSearchDialog } from '../../components/saved-searches/save-search-dialog.tsx'
import { errorText } from '../../translations/error-text.ts'
import type { TextId } from '../../translations/texts.ts'
import { BookmarkRows, selectBookmarks } from './bookmark-rows.tsx'
import { DeleteSearchDialog, LeaveSearchDialog, TransferSearchDialog } from './confirm-dialogs.tsx'
import { SearchRow, type SearchAct } from './search-row.tsx'
import {
  readSearchesAddress,
  selectionOf,
  writeSearchesAddress,
  type SearchesState,
} from './searches-address.ts'
import { SearchesToolbar } from './searches-toolbar.tsx'
import { ShareSearchDialog } from './share-search-dialog.tsx'
import { useShareResults } from './use-share-results.ts'
import classes from './searches.module.css'

type Dialog = { readonly act: Exclude<SearchAct, 'switch' | 'shareResults'>; readonly id: number } | null
const groups: readonly { readonly whose: 'mine' | 'shared' | 'public'; readonly heading: TextId }[] = [
  { whose: 'mine', heading: 'searches.mine' },
  { whose: 'shared', heading: 'searches.shared' },
  { whose: 'public', heading: 'searches.public' },
]

/**
 * The bookmarks, and the saved searches: own ones, those of others that are shared with this person, and
 * public ones; filtered and ordered by the address.
 */
export function SearchesPage() {
  const client = useClient()
  const intl = useIntl()
  const navigate = useNavigate()
  const user = useCurrentUser()
  const state = readSearchesAddress(useSearch({ from: '/frame/searches' }))
  const { searches, hasData, status, error } = useSavedSearches()
  const bookmarks = useBookmarks()
  const seesSearches = useCan('savedsearch/view')
  const [dialog, setDialog] = useState<Dialog>(null)
  const canSeePeople = useCan('user/view')
  const shareResults = useShareResults()
  const userId = user?.id ?? 0
  const change = (next: SearchesState): void =>
    void navigate({ to: '/searches', search: writeSearchesAddress(next), replace: true })
  const actsOn = (search: SavedSearch): readonly SearchAct[] => {
    const results = shareResults.of(search) ? (['shareResults'] as const) : []
    if (search.isMine)
      return ['edit', 'share', ...results, 'switch', ...(canSeePeople ? ['transfer' as const] : []), 'delete']
    return whoseSearch(search, userId) === 'shared' ? [...results, 'leave'] : results
  }
  const act = (action: SearchAct, search: SavedSearch): void => {
    const { id, isPrivate } = search
    if (action === 'shareResults') return shareResults.run(search)
    if (action !== 'switch') return setDialog({ act: action, id })
    savedSearchesOf(client)
      .switchPrivate(id, !isPrivate)
      .catch((failure: unknown) => notifications.show({ color: 'red', message: errorText(intl, failure) }))
  }
  const shown = groups
    .map(({ whose, heading }) => ({
      heading,
      found: selectSavedSearches(searches, { ...selectionOf(state), whose }, userId),
    }))
    .filter(({ found }) => found.length > 0)
  const kept = selectBookmarks(bookmarks, state)
  const named = dialog && searches.find(({ id }) => id === dialog.id)
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>
          <FormattedMessage id="searches.title" />
        </Title>
        {(searches.length > 0 || bookmarks.length > 0 || state.name !== '') && (
          <SearchesToolbar state={state} onChange={change} />
        )}
      </header>
      {seesSearches && !hasData && status === 'error' ? (
        <ErrorViewOf
          error={error}
          onRetry={() =>
            void savedSearchesOf(client)
              .fetchSearches()
              .catch(() => undefined)
          }
        />
      ) : seesSearches && !hasData ? (
        <Skeletons />
      ) : shown.length > 0 || kept.length > 0 ? (
        <div className={classes.scroller}>
          <Group heading="bookmarks.title" hint="bookmarks.hint" all={kept}>
            {(some) => <BookmarkRows bookmarks={some} />}
          </Group>
          {shown.map(({ heading, found }) => (
            <Group key={heading} heading={heading} all={found}>
              {(some) => (
                <ul className={classes.rows}>
                  {some.map((search) => (
                    <SearchRow key={search.id} search={search} acts={actsOn(search)} onAct={act} />
                  ))}
                </ul>
              )}
            </Group>
          ))}
        </div>
      ) : state.name === '' ? (
        <EmptyState
          text={<FormattedMessage id="searches.empty" />}
          label={<FormattedMessage id="searches.empty.action" />}
          onAction={() => void navigate({ to: '/browse' })}
        />
      ) : (
        <EmptyState
          text={<FormattedMessage id="searches.noMatch" values={{ name: state.name }} />}
          label={<FormattedMessage id="searches.noMatch.action" />}
          onAction={() => change({ ...state, name: '' })}
        />
      )}
      {dialog && named && <ActDialog dialog={dialog} search={named} onClose={() => setDialog(null)} />}
    </div>
  )
}

function ActDialog({
  dialog: { act },
  search,
  onClose,
}: {
  readonly dialog: NonNullable<Dialog>
  readonly search: SavedSearch
  readonly onClose: () => void
}) {
  switch (act) {
    case 'edit':
      return <EditSearchDialog search={search} onClose={onClose} />
    case 'share':
      return <ShareSearchDialog search={search} onClose={onClose} />
    case 'transfer':
      return <TransferSearchDialog search={search} onClose={onClose} />
    case 'leave':
      return <LeaveSearchDialog search={search} onClose={onClose} />
    case 'delete':
      return <DeleteSearchDialog search={search} onClose={onClose} />
  }
}

/** Rows that are shown at once; more on request. */
const rowsAtOnce = 100

interface GroupProps<Kept> {
  readonly heading: TextId
  readonly hint?: TextId
  readonly all: readonly Kept[]
  readonly children: (some: readonly Kept[]) => ReactNode
}

/** What is kept of one kind, under its heading; nothing where there is none. */
function Group<Kept>({ heading, hint, all, children }: GroupProps<Kept>) {
  const [most, setMost] = useState(rowsAtOnce)
  if (all.length === 0) return null
  return (
    <section className={classes.group}>
      <Title order={2} fz="md" mb={6}>
        <FormattedMessage id={heading} /> <span className={classes.count}>{all.length}</span>
      </Title>
      {hint && (
        <Text fz="sm" c="dimmed" mb={6}>
          <FormattedMessage id={hint} />
        </Text>
      )}
      {children(all.slice(0, most))}
      {all.length > most && (
        <Button variant="subtle" mt="xs" onClick={() => setMost(most + rowsAtOnce)}>
          <FormattedMessage id="action.showMore" />
        </Button>
      )}
    </section>
  )
}

function Skeletons() {
  return (
    <Stack gap="sm" p="lg" aria-hidden>
      {[0, 1, 2, 3].map((place) => (
        <Skeleton key={place} height={64} />
      ))}
    </Stack>
  )
}
