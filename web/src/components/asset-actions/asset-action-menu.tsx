import type { Asset } from '@cartouche/contract'
import { useEntity } from '@cartouche/react'
import { Kbd, Menu, Text } from '@mantine/core'
import { Fragment, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { assetPath } from '../../address/browse-cursor.ts'
import { MarkSubmenu } from '../marks/mark-menu.tsx'
import { useAssetActions, type PlacedTarget, type Point } from './action-context.ts'
import { actionIcons } from './action-icons.ts'
import {
  countOf,
  maxCompared,
  maxResults,
  namedCount,
  type ActionEntry,
  type ActionId,
} from './asset-actions.ts'
import { keyName } from './key-name.ts'
import classes from './asset-actions.module.css'

/** A menu that is open: on what, where, and what has the focus after it. */
export interface MenuRequest {
  readonly target: PlacedTarget
  readonly at: Point
  readonly opener: HTMLElement | null
}

interface MenuProps {
  readonly request: MenuRequest
  readonly onClose: () => void
}

/** Those that a line stands before. */
const firstOfGroup: ReadonlySet<ActionId> = new Set<ActionId>(['edit', 'replace', 'delete'])
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const
/**
 * As long as it is, the menu covers its point rather than reach beyond the window: there, the page scrolled
 * under it on the way to its end, and a click met another entry than it began with.
 */
const wholeInWindow = { flip: false, shift: { crossAxis: true, padding: 8, limiter: undefined } }

/** The menu of what can be done with assets, at a point of the window. */
export function AssetActionMenu(props: MenuProps) {
  const { assets, results } = props.request.target
  const [one] = assets
  return one && assets.length === 1 && results === undefined ? (
    <MenuOfOne key={one.id} {...props} asset={one} />
  ) : (
    <ActionMenu {...props} />
  )
}

/** What one asset allows the server says with its whole record. */
function MenuOfOne({ request, onClose, asset }: MenuProps & { readonly asset: Asset }) {
  const { data } = useEntity(assetPath, asset.id)
  const assets = [(data ?? asset) as Asset]
  return <ActionMenu request={{ ...request, target: { ...request.target, assets } }} onClose={onClose} />
}

function ActionMenu({ request: { target, at, opener }, onClose }: MenuProps) {
  const intl = useIntl()
  const actions = useAssetActions()
  const button = useRef<HTMLButtonElement>(null)
  const [one] = target.assets
  const title = one && target.assets.length === 1 ? one.name : intl.formatMessage(...namedCount(target))
  // A dialog that opens next gives the focus back to what has it now.
  const close = (): void => {
    opener?.focus({ preventScroll: true })
    onClose()
  }
  const entries = actions.entriesOf(target)
  // The menu itself would give it to its first entry, disabled or not, and it would stay outside.
  const firstEnabled = entries.find(({ reason }) => reason === undefined)
  // Marks are the last of what is done most.
  const firstOfNextGroup = entries.find(({ id }) => firstOfGroup.has(id))
  const markMenu = countOf(target) > 0 && (
    <MarkSubmenu
      onMark={(change) => {
        close()
        actions.mark(target, change)
      }}
    />
  )
  const own = (target.place.own ?? []).filter(({ isForOne }) => !isForOne || target.assets.length === 1)
  // Deleting stands last.
  const ownItems = own.length > 0 && (
    <>
      <Menu.Divider />
      {own.map(({ id, label, Icon, key, run }) => (
        <Menu.Item
          key={id}
          leftSection={<Icon {...icon} />}
          rightSection={key === undefined ? null : <KeyHint name={keyName(intl, key)} />}
          onClick={() => {
            close()
            run(target.assets)
          }}
        >
          <FormattedMessage id={label} />
        </Menu.Item>
      ))}
    </>
  )
  return (
    <Menu
      opened
      onChange={(isOpen) => {
        if (!isOpen) close()
      }}
      position="bottom-start"
      middlewares={wholeInWindow}
      offset={2}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      width="var(--menu-width)"
    >
      <Menu.Target>
        <button
          ref={button}
          type="button"
          tabIndex={-1}
          className={classes.anchor}
          style={{ left: at.x, top: at.y }}
          aria-label={intl.formatMessage({ id: 'assetActions.menu' }, { name: title })}
        />
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <Menu.Label className={classes.title}>{title}</Menu.Label>
        {entries.map((entry, index) => (
          <Fragment key={entry.id}>
            {entry === firstOfNextGroup && markMenu}
            {entry.id === 'delete' && ownItems}
            {index > 0 && firstOfGroup.has(entry.id) && <Menu.Divider />}
            <EntryItem
              entry={entry}
              total={countOf(target)}
              isFirst={entry === firstEnabled}
              onClick={() => {
                close()
                actions.run(entry.id, target)
              }}
            />
          </Fragment>
        ))}
        {firstOfNextGroup === undefined && markMenu}
        {!entries.some(({ id }) => id === 'delete') && ownItems}
      </Menu.Dropdown>
    </Menu>
  )
}

function EntryItem({
  entry: { id, label, count, key, reason },
  total,
  isFirst,
  onClick,
}: {
  readonly entry: ActionEntry
  readonly total: number
  readonly isFirst: boolean
  readonly onClick: () => void
}) {
  const intl = useIntl()
  const Icon = actionIcons[id]
  const hint =
    reason !== undefined ? (
      <Text fz="xs" c="dimmed">
        <FormattedMessage
          id={`assetActions.reason.${reason}`}
          values={{ max: maxResults, most: maxCompared }}
        />
      </Text>
    ) : count !== null && count !== total ? (
      <Text fz="xs" c="dimmed">
        <FormattedMessage id="assetActions.of" values={{ count, total }} />
      </Text>
    ) : key === undefined ? null : (
      <KeyHint name={keyName(intl, key)} />
    )
  return (
    <Menu.Item
      leftSection={<Icon {...icon} />}
      rightSection={hint}
      disabled={reason !== undefined}
      data-autofocus={isFirst || undefined}
      c={id === 'delete' ? 'var(--mantine-color-error)' : undefined}
      onClick={onClick}
    >
      <FormattedMessage id={label} />
    </Menu.Item>
  )
}

function KeyHint({ name }: { readonly name: string }) {
  return (
    <Kbd size="xs" visibleFrom="sm" aria-hidden>
      {name}
    </Kbd>
  )
}
