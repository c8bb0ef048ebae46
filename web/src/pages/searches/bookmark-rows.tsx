import { nameFilter, type SchemaSnapshot, type SearchState } from '@cartouche/client'
import { useSchema } from '@cartouche/react'
import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconBookmarkOff, IconDots, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useRemoveBookmark } from '../../components/bookmarks/use-remove-bookmark.tsx'
import { browseOfState } from '../../components/saved-searches/browse-of-search.ts'
import { textOr } from '../../translations/error-text.ts'
import { writeBrowseAddress } from '../../address/browse-address.ts'
import { assetPath } from '../../address/browse-cursor.ts'
import { RenameBookmarkDialog } from './rename-bookmark-dialog.tsx'
import type { SearchesState } from './searches-address.ts'
import { SearchSummary } from './search-row.tsx'
import classes from './searches.module.css'

/** The bookmarks that the page shows: those of a name, the latest first or by name. */
export function selectBookmarks(
  bookmarks: readonly SearchState[],
  { name, order }: SearchesState,
): readonly SearchState[] {
  const matches = nameFilter(name)
  return bookmarks
    .filter((bookmark) => matches(bookmark.name))
    .toSorted((one, other) =>
      order === 'name' ? one.name.localeCompare(other.name) : other.date.localeCompare(one.date),
    )
}

/** Bookmarks as rows: each opens the list by its name, and can be renamed and taken away. */
export function BookmarkRows({ bookmarks }: { readonly bookmarks: readonly SearchState[] }) {
  const schema = useSchema(assetPath)
  const remove = useRemoveBookmark()
  const [renamed, setRenamed] = useState<string | null>(null)
  return (
    <>
      <ul className={classes.rows}>
        {bookmarks.map((bookmark) => (
          <BookmarkRow
            key={bookmark.name}
            bookmark={bookmark}
            schema={schema}
            onRename={() => setRenamed(bookmark.name)}
            onRemove={() => void remove(bookmark)}
          />
        ))}
      </ul>
      {renamed !== null && <RenameBookmarkDialog name={renamed} onClose={() => setRenamed(null)} />}
    </>
  )
}

interface BookmarkRowProps {
  readonly bookmark: SearchState
  readonly schema: SchemaSnapshot
  readonly onRename: () => void
  readonly onRemove: () => void
}

function BookmarkRow({ bookmark, schema: { fields, status }, onRename, onRemove }: BookmarkRowProps) {
  const intl = useIntl()
  const browsed = browseOfState(bookmark, fields)
  const missing =
    status === 'resolved'
      ? (browsed?.missingFields ?? []).map((field) => textOr(intl, `field.${field}`, field))
      : []
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        {browsed ? (
          <Link to="/browse" search={writeBrowseAddress(browsed.state)} className={classes.name}>
            {bookmark.name}
          </Link>
        ) : (
          <span className={classes.name}>{bookmark.name}</span>
        )}
        <Text fz="sm" c="dimmed" truncate>
          <SearchSummary asked={browsed && bookmark} />
        </Text>
        {missing.length > 0 && (
          <Text fz="sm">
            <FormattedMessage
              id="searches.missing"
              values={{ count: missing.length, fields: missing.join(', ') }}
            />
          </Text>
        )}
        {browsed && browsed.leftOut > 0 && (
          <Text fz="sm">
            <FormattedMessage id="searches.leftOut" values={{ count: browsed.leftOut }} />
          </Text>
        )}
      </div>
      <Text fz="sm" c="dimmed" className={classes.facts}>
        <span>{intl.formatDate(bookmark.date, { dateStyle: 'medium' })}</span>
      </Text>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={intl.formatMessage({ id: 'searches.menu' }, { name: bookmark.name })}
          >
            <IconDots size={18} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onRename} leftSection={<IconPencil size={16} stroke={1.7} aria-hidden />}>
            <FormattedMessage id="bookmarks.rename" />
          </Menu.Item>
          <Menu.Item onClick={onRemove} leftSection={<IconBookmarkOff size={16} stroke={1.7} aria-hidden />}>
            <FormattedMessage id="bookmarks.remove" />
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}
