import type { Asset } from '@cartouche/contract'
import { IconDots } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useAssetActions, type ActionPlace } from './action-context.ts'
import classes from './tile-menu.module.css'

interface TileMenuProps {
  readonly asset: Asset
  readonly place: ActionPlace
  /** The link that opens the asset. */
  readonly children: ReactNode
}

/**
 * The menu of an asset whose tile stands outside of a wall: by the right button, the menu key, Shift+F10 or a
 * long press on its link, and by the dots under the pointer. The keys that it names act on the link, too.
 */
export function TileMenu({ asset, place, children }: TileMenuProps) {
  const intl = useIntl()
  const actions = useAssetActions()
  const tile = useRef<HTMLDivElement>(null)
  const target = { assets: [asset], place }
  const open = (x: number, y: number): void =>
    actions.openMenu(target, { x, y }, tile.current?.querySelector('a') ?? null)
  return (
    <div
      ref={tile}
      role="presentation"
      className={classes.tile}
      onContextMenu={(event) => {
        event.preventDefault()
        open(event.clientX, event.clientY)
      }}
      onKeyDown={({ nativeEvent }) => {
        if (actions.press(nativeEvent, target)) nativeEvent.preventDefault()
      }}
    >
      {children}
      <button
        type="button"
        className={classes.dots}
        tabIndex={-1}
        aria-haspopup="menu"
        aria-label={intl.formatMessage({ id: 'assetActions.menu' }, { name: asset.name })}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect()
          open(left, bottom)
        }}
      >
        <IconDots size={16} stroke={1.7} aria-hidden />
      </button>
    </div>
  )
}
