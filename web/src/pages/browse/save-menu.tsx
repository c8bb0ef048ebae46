import { ActionIcon, Kbd, Menu } from '@mantine/core'
import { IconBookmark, IconBookmarkFilled, IconBookmarkOff, IconStar } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import type { Bookmarking } from './use-bookmark.ts'
import classes from './browse.module.css'

interface SaveMenuProps {
  readonly bookmark: Bookmarking
  /** Whether the list asks for anything: the whole library needs no name. */
  readonly isConstrained: boolean
  /** Missing: this person may save no search. */
  readonly onSave: (() => void) | undefined
}

/** Keeps what the list asks: as a bookmark of one's own, or as a search with a name that can be shared. */
export function SaveMenu({ bookmark: { isKept, toggle }, isConstrained, onSave }: SaveMenuProps) {
  const intl = useIntl()
  const Mark = isKept ? IconBookmarkFilled : IconBookmark
  const Change = isKept ? IconBookmarkOff : IconBookmark
  const button = (
    <Tooltip label={<FormattedMessage id={isConstrained ? 'browse.save.hint' : 'browse.save.nothing'} />}>
      <ActionIcon
        aria-disabled={!isConstrained}
        className={classes.star}
        aria-label={intl.formatMessage({ id: isKept ? 'browse.save.kept' : 'browse.save' })}
        color={isKept ? 'accent' : 'gray'}
      >
        <Mark size={19} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
  if (!isConstrained) return button
  return (
    <Menu position="bottom-end">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Change size={16} stroke={1.7} aria-hidden />}
          rightSection={<Kbd aria-hidden>B</Kbd>}
          onClick={toggle}
        >
          <FormattedMessage id={isKept ? 'bookmarks.remove' : 'bookmarks.add'} />
        </Menu.Item>
        {onSave && (
          <Menu.Item leftSection={<IconStar size={16} stroke={1.7} aria-hidden />} onClick={onSave}>
            <FormattedMessage id="searches.save.menu" />
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
