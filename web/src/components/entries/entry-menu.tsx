import type { EntityData } from '@cartouche/client'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowMerge,
  IconCornerDownRight,
  IconCursorText,
  IconDots,
  IconPencil,
  IconPlus,
  IconShare2,
  IconTrash,
} from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'

/** What can be done with entries, and by whom. */
export interface EntryActions {
  readonly canAdd: boolean
  readonly canEdit: boolean
  readonly canDelete: boolean
  readonly isTree: boolean
  /** Opens the form of a new entry, below another in a tree. */
  readonly add: (parent: EntityData | null) => void
  readonly edit: (entry: EntityData) => void
  readonly move: (entry: EntityData) => void
  readonly merge: (entry: EntityData) => void
  readonly remove: (entry: EntityData) => void
}

interface EntryMenuProps {
  readonly entry: EntityData
  readonly actions: EntryActions
  /** Missing where entries are not renamed in place. */
  readonly onRename?: () => void
  /** Shares the assets that have the entry; missing where there are none, or this person may not. */
  readonly onShare?: (() => void) | undefined
  /** Of a row that Tab passes by. */
  readonly tabIndex?: number
}

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** What one entry offers; nothing to whoever may change nothing. */
export function EntryMenu({ entry, actions, onRename, onShare, tabIndex = 0 }: EntryMenuProps) {
  const intl = useIntl()
  if (!actions.canAdd && !actions.canEdit && !actions.canDelete && !onShare) return null
  const name = entry.name ?? String(entry.id)
  return (
    <Menu position="bottom-end" width={220} withinPortal>
      <Menu.Target>
        <ActionIcon
          size={28}
          tabIndex={tabIndex}
          aria-label={intl.formatMessage({ id: 'entries.menu' }, { name })}
        >
          <IconDots size={17} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.canEdit && (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => actions.edit(entry)}>
            <FormattedMessage id="action.edit" />
          </Menu.Item>
        )}
        {actions.canEdit && onRename && (
          <Menu.Item leftSection={<IconCursorText {...icon} />} onClick={onRename}>
            <FormattedMessage id="entries.rename" />
          </Menu.Item>
        )}
        {actions.canAdd && actions.isTree && (
          <Menu.Item leftSection={<IconPlus {...icon} />} onClick={() => actions.add(entry)}>
            <FormattedMessage id="entries.addBelow" />
          </Menu.Item>
        )}
        {actions.canEdit && actions.isTree && (
          <Menu.Item leftSection={<IconCornerDownRight {...icon} />} onClick={() => actions.move(entry)}>
            <FormattedMessage id="entries.move" />
          </Menu.Item>
        )}
        {onShare && (
          <Menu.Item leftSection={<IconShare2 {...icon} />} onClick={onShare}>
            <FormattedMessage id="entries.shareAssets" />
          </Menu.Item>
        )}
        {actions.canDelete && (
          <Menu.Item leftSection={<IconArrowMerge {...icon} />} onClick={() => actions.merge(entry)}>
            <FormattedMessage id="entries.merge" />
          </Menu.Item>
        )}
        {actions.canDelete && (
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash {...icon} />}
            onClick={() => actions.remove(entry)}
          >
            <FormattedMessage id="entries.delete" />
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
