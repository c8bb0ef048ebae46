import { isApiError, savedSearchesOf } from '@cartouche/client'
import type { SavedSearch } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { Skeleton } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { browseOfSearch } from '../../components/saved-searches/browse-of-search.ts'
import { writeBrowseAddress } from '../../address/browse-address.ts'
import { errorText } from '../../translations/error-text.ts'
import { assetPath } from '../../address/browse-cursor.ts'

/** The address of a saved search: reads it and goes on to the list that it asks for. */
export function RunSearchPage() {
  const client = useClient()
  const intl = useIntl()
  const navigate = useNavigate()
  const { searchId } = useParams({ from: '/frame/searches/$searchId' })
  const [outcome, setOutcome] = useState<{ readonly error: unknown } | 'unreadable' | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isGone = false
    const run = async (): Promise<void> => {
      const known = savedSearchesOf(client)
        .get()
        .searches.find(({ id }) => String(id) === searchId)
      const [search, { fields }] = await Promise.all([
        known ?? fetchSearch(client, searchId),
        client.schemas.resolve(assetPath),
      ])
      const browsed = browseOfSearch(search, fields)
      if (isGone) return
      // In the place of this address: Back leads to where the search was chosen.
      if (browsed) void navigate({ to: '/browse', search: writeBrowseAddress(browsed.state), replace: true })
      else setOutcome('unreadable')
    }
    run().catch((error: unknown) => {
      if (!isGone) setOutcome({ error })
    })
    return () => {
      isGone = true
    }
  }, [client, navigate, searchId, attempt])
  const retry = (): void => {
    setOutcome(null)
    setAttempt((now) => now + 1)
  }
  if (outcome === null) return <Skeleton height="100%" aria-hidden />
  if (outcome === 'unreadable')
    return (
      <EmptyState
        isPage
        text={<FormattedMessage id="error.saved_search_unreadable" />}
        label={<FormattedMessage id="searches.all" />}
        onAction={() => void navigate({ to: '/searches' })}
      />
    )
  if (isApiError(outcome.error, 'saved_search_not_found'))
    return (
      <EmptyState
        isPage
        text={errorText(intl, outcome.error)}
        label={<FormattedMessage id="searches.all" />}
        onAction={() => void navigate({ to: '/searches' })}
      />
    )
  return <ErrorViewOf error={outcome.error} onRetry={retry} />
}

function fetchSearch(client: Parameters<typeof savedSearchesOf>[0], searchId: string): Promise<SavedSearch> {
  return savedSearchesOf(client).fetchSearch(/^\d{1,15}$/.test(searchId) ? Number(searchId) : 0)
}
