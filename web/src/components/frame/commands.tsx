import { Spotlight, spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { useMantineColorScheme } from '@mantine/core'
import { IconBookmark, IconLanguage, IconMoon, IconSearch, IconStar, IconSun } from '@tabler/icons-react'
import { whoseSearch } from '@cartouche/client'
import { useBookmarks, useSavedSearches, useSchema, useCurrentUser } from '@cartouche/react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { writeBrowseAddress } from '../../address/browse-address.ts'
import { assetPath } from '../../address/browse-cursor.ts'
import { browseOfState } from '../saved-searches/browse-of-search.ts'
import type { Language } from '../../translations/languages.ts'
import { useLanguage } from '../../translations/translations.tsx'
import { useAssetCommands } from '../asset-actions/use-asset-commands.tsx'
import type { NavItem } from './navigation.ts'

export interface CommandsProps {
  readonly items: readonly NavItem[]
  readonly onLanguage: (language: Language) => void
  readonly onClose: () => void
}

/**
 * The commands, opened with ⌘K or Ctrl+K: go to a room, change a setting, or search the library for what was
 * typed. Loads on first use.
 */
export function Commands({ items, onLanguage, onClose }: CommandsProps) {
  const intl = useIntl()
  const navigate = useNavigate()
  const { language } = useLanguage()
  const { setColorScheme } = useMantineColorScheme()
  const [query, setQuery] = useState('')
  // Mounted by the shortcut itself: open at once.
  useEffect(() => spotlight.open(), [])

  const onAssets = useAssetCommands()
  const searchFor = () => void navigate({ to: '/browse', search: { q: query.trim() } })
  const goTo: SpotlightActionGroupData = {
    group: intl.formatMessage({ id: 'commands.goTo' }),
    actions: items.map(({ to, label, icon: Icon }) => ({
      id: to,
      label: intl.formatMessage({ id: label }),
      leftSection: <Icon size={18} stroke={1.6} />,
      onClick: () => void navigate({ to }),
    })),
  }
  const { searches } = useSavedSearches()
  const userId = useCurrentUser()?.id ?? 0
  const saved: SpotlightActionGroupData = {
    group: intl.formatMessage({ id: 'searches.title' }),
    actions: searches
      .filter((search) => whoseSearch(search, userId) !== undefined)
      .slice(0, 200)
      .map(({ id, name, description }) => ({
        id: `search-${id}`,
        label: name,
        keywords: [description],
        leftSection: <IconStar size={18} stroke={1.6} />,
        onClick: () => void navigate({ to: '/searches/$searchId', params: { searchId: String(id) } }),
      })),
  }
  const { fields } = useSchema(assetPath)
  const bookmarks: SpotlightActionGroupData = {
    group: intl.formatMessage({ id: 'bookmarks.title' }),
    actions: useBookmarks().flatMap((bookmark) => {
      const browsed = browseOfState(bookmark, fields)
      return browsed
        ? [
            {
              id: `bookmark-${bookmark.name}`,
              label: bookmark.name,
              leftSection: <IconBookmark size={18} stroke={1.6} />,
              onClick: () => void navigate({ to: '/browse', search: writeBrowseAddress(browsed.state) }),
            },
          ]
        : []
    }),
  }
  const other = language === 'en' ? 'fr' : 'en'
  const settings: SpotlightActionGroupData = {
    group: intl.formatMessage({ id: 'commands.settings' }),
    actions: [
      {
        id: 'light',
        label: intl.formatMessage({ id: 'commands.theme.light' }),
        leftSection: <IconSun size={18} stroke={1.6} />,
        onClick: () => setColorScheme('light'),
      },
      {
        id: 'dark',
        label: intl.formatMessage({ id: 'commands.theme.dark' }),
        leftSection: <IconMoon size={18} stroke={1.6} />,
        onClick: () => setColorScheme('dark'),
      },
      {
        id: 'language',
        label: other === 'fr' ? 'Français' : 'English',
        leftSection: <IconLanguage size={18} stroke={1.6} />,
        onClick: () => onLanguage(other),
      },
    ],
  }
  const search: SpotlightActionGroupData = {
    group: intl.formatMessage({ id: 'search.label' }),
    // Its keywords are what was typed, so that the filter always keeps it.
    actions:
      query.trim() === ''
        ? []
        : [
            {
              id: 'search',
              label: intl.formatMessage({ id: 'commands.searchFor' }, { text: query.trim() }),
              keywords: [query],
              leftSection: <IconSearch size={18} stroke={1.6} />,
              onClick: searchFor,
            },
          ],
  }
  return (
    <Spotlight
      actions={[search, onAssets, goTo, ...(query.trim() === '' ? [] : [saved, bookmarks]), settings]}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      overlayProps={{ blur: 0 }}
      scrollable
      maxHeight={420}
      attributes={{ content: { 'aria-label': intl.formatMessage({ id: 'search.commands' }) } }}
      searchProps={{
        placeholder: intl.formatMessage({ id: 'commands.placeholder' }),
        'aria-label': intl.formatMessage({ id: 'search.commands' }),
        leftSection: <IconSearch size={18} stroke={1.6} />,
      }}
      nothingFound={<FormattedMessage id="commands.none" />}
    />
  )
}
