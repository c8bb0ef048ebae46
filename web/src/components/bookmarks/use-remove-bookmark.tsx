import { bookmarksOf, type SearchState } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { useCallback } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { offerUndo } from '../undo/offer-undo.tsx'

/** Takes a bookmark away at once, and offers to put it back as it was. Never rejects: what fails is said. */
export function useRemoveBookmark(): (bookmark: SearchState) => Promise<void> {
  const intl = useIntl()
  const bookmarks = bookmarksOf(useClient())
  return useCallback(
    (bookmark) => {
      const fail = (error: unknown): void =>
        void notifications.show({ color: 'red', message: errorText(intl, error) })
      return bookmarks
        .remove(bookmark.name)
        .then(
          () =>
            void offerUndo(
              <FormattedMessage id="bookmarks.removed" values={{ name: bookmark.name }} />,
              () => void bookmarks.restore(bookmark).catch(fail),
            ),
          fail,
        )
    },
    [bookmarks, intl],
  )
}
