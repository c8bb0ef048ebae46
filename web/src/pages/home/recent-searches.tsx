import { whoseSearch } from '@cartouche/client'
import { useBookmarks, useSavedSearches, useSchema, useCurrentUser } from '@cartouche/react'
import { Anchor, Group, Text, Title } from '@mantine/core'
import { IconBookmark, IconStar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { browseOfState } from '../../components/saved-searches/browse-of-search.ts'
import { writeBrowseAddress } from '../../address/browse-address.ts'
import { assetPath } from '../../address/browse-cursor.ts'
import classes from './home.module.css'

const shownCount = 6

/** Bookmarks, the latest first, then saved searches, last changed first; nothing where there is none. */
export function RecentSearches() {
  const userId = useCurrentUser()?.id ?? 0
  const { fields } = useSchema(assetPath)
  const bookmarks = useBookmarks()
    .toSorted((one, other) => other.date.localeCompare(one.date))
    .flatMap((bookmark) => {
      const browsed = browseOfState(bookmark, fields)
      return browsed ? [{ name: bookmark.name, search: writeBrowseAddress(browsed.state) }] : []
    })
    .slice(0, shownCount)
  // An administrator sees what others keep for themselves: not here.
  const searches = useSavedSearches()
    .searches.filter((search) => whoseSearch(search, userId) !== undefined)
    .slice(0, shownCount - bookmarks.length)
  if (bookmarks.length + searches.length === 0) return null
  return (
    <section>
      <Group justify="space-between" align="baseline" mb="sm">
        <Title order={2}>
          <FormattedMessage id="home.searches" />
        </Title>
        <Anchor component={Link} to="/searches" fz="sm" fw={600}>
          <FormattedMessage id="home.searches.all" />
        </Anchor>
      </Group>
      <ul className={classes.links}>
        {bookmarks.map(({ name, search }) => (
          <li key={`bookmark ${name}`}>
            <Link to="/browse" search={search} className={classes.link}>
              <IconBookmark size={16} stroke={1.7} aria-hidden />
              <span className={classes.searchName}>{name}</span>
            </Link>
          </li>
        ))}
        {searches.map(({ id, name, isMine, owner }) => (
          <li key={id}>
            <Link to="/searches/$searchId" params={{ searchId: String(id) }} className={classes.link}>
              <IconStar size={16} stroke={1.7} aria-hidden />
              <span className={classes.searchName}>{name}</span>
              {!isMine && (
                <Text component="span" c="dimmed" fz="sm" truncate>
                  <FormattedMessage id="cart.by" values={{ name: owner.name }} />
                </Text>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
