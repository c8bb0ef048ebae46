import { readSearch, type SearchState } from '@cartouche/client'
import type { SavedSearch } from '@cartouche/contract'
import { ActionIcon, Menu, Text } from '@mantine/core'
import {
  IconDots,
  IconDoorExit,
  IconLock,
  IconPencil,
  IconPlayerPlay,
  IconShare2,
  IconTransfer,
  IconTrash,
  IconUserPlus,
  IconUsers,
  IconWorld,
  type Icon,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import type { TextId } from '../../translations/texts.ts'
import classes from './searches.module.css'

/** What can be done with a saved search from its row. */
export const searchActs = ['edit', 'share', 'shareResults', 'switch', 'transfer', 'leave', 'delete'] as const
export type SearchAct = (typeof searchActs)[number]

export interface SearchRowProps {
  readonly search: SavedSearch
  /** What this person may do with it. */
  readonly acts: readonly SearchAct[]
  readonly onAct: (act: SearchAct, search: SavedSearch) => void
}

/** One saved search: its name, which runs it, what it asks, whose it is and who sees it. */
export function SearchRow({ search, acts, onAct }: SearchRowProps) {
  const intl = useIntl()
  const navigate = useNavigate()
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Link to="/searches/$searchId" params={{ searchId: String(search.id) }} className={classes.name}>
          {search.name}
        </Link>
        {search.description !== '' && (
          <Text fz="sm" className={classes.description} lineClamp={2}>
            {search.description}
          </Text>
        )}
        <Text fz="sm" c="dimmed" truncate>
          <SearchSummary asked={readSearch(search.data)} />
        </Text>
      </div>
      <Text fz="sm" c="dimmed" className={classes.facts}>
        <SearchSight search={search} />
        <span>
          {search.isMine ? (
            <FormattedMessage
              id="searches.changed"
              values={{ date: intl.formatDate(search.modified, { dateStyle: 'medium' }) }}
            />
          ) : (
            <FormattedMessage id="cart.by" values={{ name: search.owner.name }} />
          )}
        </span>
      </Text>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={intl.formatMessage({ id: 'searches.menu' }, { name: search.name })}
          >
            <IconDots size={18} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            onClick={() =>
              void navigate({ to: '/searches/$searchId', params: { searchId: String(search.id) } })
            }
            leftSection={<IconPlayerPlay size={16} stroke={1.7} aria-hidden />}
          >
            <FormattedMessage id="searches.run" />
          </Menu.Item>
          {acts.map((act) => (
            <ActItem key={act} act={act} search={search} onAct={onAct} />
          ))}
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

const icons: Readonly<Record<SearchAct, Icon>> = {
  shareResults: IconShare2,
  edit: IconPencil,
  share: IconUserPlus,
  switch: IconWorld,
  transfer: IconTransfer,
  leave: IconDoorExit,
  delete: IconTrash,
}

function ActItem({
  act,
  search,
  onAct,
}: {
  readonly act: SearchAct
  readonly search: SavedSearch
  readonly onAct: SearchRowProps['onAct']
}) {
  const ActIcon = act === 'switch' && !search.isPrivate ? IconLock : icons[act]
  const text: TextId =
    act === 'switch' ? (search.isPrivate ? 'searches.makePublic' : 'searches.makePrivate') : `searches.${act}`
  return (
    <Menu.Item
      {...(act === 'delete' ? { c: 'var(--mantine-color-error)' } : {})}
      leftSection={<ActIcon size={16} stroke={1.7} aria-hidden />}
      onClick={() => onAct(act, search)}
    >
      <FormattedMessage id={text} />
    </Menu.Item>
  )
}

/** Who sees it: nobody else, some people, everybody. */
function SearchSight({ search: { isPrivate, isMine, subscribers } }: { readonly search: SavedSearch }) {
  const kind = !isPrivate
    ? 'public'
    : isMine && subscribers.length > 0
      ? 'shared'
      : isMine
        ? 'private'
        : 'withYou'
  const Sight = kind === 'public' ? IconWorld : kind === 'private' ? IconLock : IconUsers
  const names = subscribers.map(({ name }) => name).join(', ')
  return (
    <Tooltip label={names} disabled={kind !== 'shared'}>
      <span className={classes.sight}>
        <Sight size={13} stroke={1.8} aria-hidden />{' '}
        <FormattedMessage id={`searches.sight.${kind}`} values={{ count: subscribers.length }} />
      </span>
    </Tooltip>
  )
}

/** What a search asks, in few words; undefined: nothing that can be asked here. */
export function SearchSummary({ asked }: { readonly asked: SearchState | undefined }) {
  if (!asked) return <FormattedMessage id="searches.unreadable" />
  const words = asked.fulltextTokens.join(' ')
  const count = Object.keys(asked.userConstraints).length + Object.keys(asked.customParams).length
  return (
    <>
      {words !== '' && <FormattedMessage id="browse.chip.text" values={{ text: words }} />}
      {words !== '' && count > 0 && ' · '}
      {count > 0 && <FormattedMessage id="searches.filters" values={{ count }} />}
    </>
  )
}
