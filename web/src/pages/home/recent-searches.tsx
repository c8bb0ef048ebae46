import { whoseSearch } from '@cartouche/client'
import { useSavedSearches, useSurfer } from '@cartouche/react'
import { Anchor, Group, Text, Title } from '@mantine/core'
import { IconStar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import classes from './home.module.css'

const shownCount = 6

/** Saved searches, last changed first; nothing where there is none. */
export function RecentSearches() {
  const userId = useSurfer()?.id ?? 0
  // An administrator sees what others keep for themselves: not here.
  const searches = useSavedSearches().searches.filter((search) => whoseSearch(search, userId) !== undefined)
  if (searches.length === 0) return null
  return (
    <section>
      <Group justify="space-between" align="baseline" mb="sm">
        <Title order={2}><FormattedMessage id="home.searches" /></Title>
        <Anchor component={Link} to="/searches" fz="sm" fw={600}><FormattedMessage id="home.searches.all" /></Anchor>
      </Group>
      <ul className={classes.searches}>
        {searches.slice(0, shownCount).map(({ id, name, isMine, owner }) => (
          <li key={id}>
            <Link to="/searches/$searchId" params={{ searchId: String(id) }} className={classes.savedSearch}>
              <IconStar size={16} stroke={1.7} aria-hidden />
              <span className={classes.searchName}>{name}</span>
              {!isMine && <Text component="span" c="dimmed" fz="sm" truncate><FormattedMessage id="cart.by" values={{ name: owner.name }} /></Text>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
