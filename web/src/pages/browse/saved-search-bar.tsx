import { savedSearchesOf } from '@cartouche/client'
import type { SavedSearch } from '@cartouche/contract'
import { useClient, useSavedSearches, useSchema } from '@cartouche/react'
import { Button, CloseButton, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconStar } from '@tabler/icons-react'
import { useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { asksSame, browseOfSearch } from '../../components/saved-searches/browse-of-search.ts'
import { errorText, textOr } from '../../translations/error-text.ts'
import type { BrowseState } from '../../address/browse-address.ts'
import { assetPath, browseName } from '../../address/browse-cursor.ts'
import classes from './browse.module.css'

interface SavedSearchBarProps {
  readonly state: BrowseState
  readonly onChange: (next: BrowseState, options?: { readonly replace?: boolean }) => void
}

/**
 * Which saved search the list shows, whether it was changed since, and what of it could not be asked any
 * more.
 */
export function SavedSearchBar({ state, onChange }: SavedSearchBarProps) {
  const intl = useIntl()
  const client = useClient()
  const search = useSavedSearch(Number(state.saved))
  const { fields, status } = useSchema(assetPath)
  if (!search || status !== 'resolved') return null
  const browsed = browseOfSearch(search, fields)
  const isChanged = !browsed || !asksSame(browsed.state, state)
  const update = (): void => {
    savedSearchesOf(client)
      .updateSearch(search.id, { cursorName: browseName })
      .then(() =>
        notifications.show({ message: intl.formatMessage({ id: 'searches.saved' }, { name: search.name }) }),
      )
      .catch((failure: unknown) => notifications.show({ color: 'red', message: errorText(intl, failure) }))
  }
  const missing = (browsed?.missingFields ?? []).map((field) => textOr(intl, `field.${field}`, field))
  return (
    <section className={classes.saved} aria-label={intl.formatMessage({ id: 'searches.current' })}>
      <IconStar size={16} stroke={1.7} aria-hidden />
      <Text fw={600} truncate className={classes.savedName}>
        {search.name}
      </Text>
      {!search.isMine && (
        <Text fz="sm" c="dimmed" truncate>
          <FormattedMessage id="cart.by" values={{ name: search.owner.name }} />
        </Text>
      )}
      {isChanged && (
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="searches.isChanged" />
        </Text>
      )}
      {isChanged && browsed && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => onChange({ ...browsed.state, view: state.view, group: state.group })}
        >
          <FormattedMessage id="searches.backTo" />
        </Button>
      )}
      {isChanged && search.isMine && (
        <Button size="compact-xs" variant="light" onClick={update}>
          <FormattedMessage id="searches.update" />
        </Button>
      )}
      <CloseButton
        size="sm"
        ml="auto"
        onClick={() => onChange({ ...state, saved: '' }, { replace: true })}
        aria-label={intl.formatMessage({ id: 'searches.letGo' }, { name: search.name })}
      />
      {(missing.length > 0 || (browsed?.leftOut ?? 0) > 0) && (
        <Text component="output" fz="sm" className={classes.savedNotice}>
          <IconAlertTriangle size={15} stroke={1.8} aria-hidden />
          <span>
            {missing.length > 0 && (
              <FormattedMessage
                id="searches.missing"
                values={{ count: missing.length, fields: missing.join(', ') }}
              />
            )}{' '}
            {browsed && browsed.leftOut > 0 && (
              <FormattedMessage id="searches.leftOut" values={{ count: browsed.leftOut }} />
            )}
          </span>
        </Text>
      )}
    </section>
  )
}

/** One of the saved searches; asked for by itself where the list has it not. */
function useSavedSearch(id: number): SavedSearch | undefined {
  const client = useClient()
  const { searches, hasData } = useSavedSearches()
  const search = searches.find((one) => one.id === id)
  const isUnknown = hasData && !search
  useEffect(() => {
    if (isUnknown)
      savedSearchesOf(client)
        .fetchSearch(id)
        .catch(() => undefined)
  }, [client, id, isUnknown])
  return search
}
