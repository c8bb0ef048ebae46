import type { Asset } from '@cartouche/contract'
import { ActionIcon, Button, Modal, Switch, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import { useOfferedTarget, useAssetActions, type ActionPlace } from '../asset-actions/action-context.ts'
import { MoreActions } from '../asset-actions/asset-action-buttons.tsx'
import { fitted, type Zoom } from '../asset-view/zoom.ts'
import { isTyping } from '../gallery/is-typing.ts'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { CompareCell } from './compare-cell.tsx'
import classes from './compare-assets.module.css'

interface CompareAssetsProps {
  /** 2 to 6 of them. */
  readonly assets: readonly Asset[]
  readonly place: ActionPlace
  readonly onClose: () => void
}

/**
 * Pictures beside one another, zoomed and moved together. Keys are for the one that has the focus; arrows
 * move on to the next while nothing is zoomed.
 */
export function CompareAssets({ assets, place, onClose }: CompareAssetsProps) {
  useReturnFocus()
  const intl = useIntl()
  const actions = useAssetActions()
  const [removed, setRemoved] = useState<readonly number[]>([])
  const [activeId, setActiveId] = useState(assets[0]?.id)
  const [isLinked, setLinked] = useState(true)
  const [zoom, setZoom] = useState<Zoom>(fitted)
  const cells = useRef<HTMLDivElement>(null)
  const shown = assets.filter(({ id }) => !removed.includes(id))
  const activeAt = Math.max(
    0,
    shown.findIndex(({ id }) => id === activeId),
  )
  const active = shown[activeAt]
  const target = active ? { assets: [active], place: { ...place, onDeleted: onClose } } : null
  useOfferedTarget(target)
  const activate = (at: number): void => {
    setActiveId(shown[at]?.id)
    cells.current?.querySelectorAll<HTMLElement>('[data-cell]')[at]?.focus()
  }
  const remove = (id: number): void => {
    if (shown.length <= 2) return
    const at = shown.findIndex((asset) => asset.id === id)
    setRemoved([...removed, id])
    const next = shown[at + 1] ?? shown[at - 1]
    setActiveId(next?.id)
    cells.current?.querySelector<HTMLElement>(`[data-cell="${next?.id}"]`)?.focus()
  }
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || isTyping(event.target) || isCovered(cells.current)) return
    const step = steps[event.key]
    if (step !== undefined && !event.altKey && !event.metaKey && !event.ctrlKey) {
      event.preventDefault()
      activate((activeAt + step + shown.length) % shown.length)
    } else if (event.key === 'Backspace' && active) remove(active.id)
    else if (event.key.toLowerCase() === 'l' && !event.metaKey && !event.ctrlKey) setLinked(!isLinked)
    else if (target && actions.press(event, target)) event.preventDefault()
  })
  return (
    <Modal.Root opened onClose={onClose} fullScreen padding={0} transitionProps={{ duration: 0 }}>
      <Modal.Content
        aria-label={intl.formatMessage({ id: 'compare.title' }, { count: shown.length })}
        className={classes.content}
      >
        <Modal.Body className={classes.body}>
          <div className={classes.bar}>
            <Tooltip label={<FormattedMessage id="compare.close" />}>
              <ActionIcon
                size={36}
                onClick={onClose}
                aria-label={intl.formatMessage({ id: 'compare.close' })}
              >
                <IconX size={20} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
            <Text component="h1" fz="md" fw={550} flex={1} truncate>
              <FormattedMessage id="compare.title" values={{ count: shown.length }} />
            </Text>
            <Switch
              checked={isLinked}
              onChange={() => setLinked(!isLinked)}
              label={<FormattedMessage id="compare.linked" />}
            />
            {removed.length > 0 && (
              <Button size="xs" variant="default" onClick={() => setRemoved([])}>
                <FormattedMessage id="compare.all" values={{ count: assets.length }} />
              </Button>
            )}
            <MoreActions target={{ assets: shown, place: { ...place, onDeleted: onClose } }} />
          </div>
          <div ref={cells} className={classes.cells} data-count={shown.length}>
            {shown.map((asset, at) => (
              <CompareCell
                key={asset.id}
                asset={asset}
                position={at + 1}
                total={shown.length}
                isActive={at === activeAt}
                link={isLinked ? { zoom, onZoom: setZoom } : undefined}
                place={{ ...place, onDeleted: onClose }}
                onActivate={() => setActiveId(asset.id)}
                onRemove={shown.length > 2 ? () => remove(asset.id) : undefined}
              />
            ))}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** Whether another dialog lies over this one. */
function isCovered(element: HTMLElement | null): boolean {
  return [...document.querySelectorAll('[role="dialog"], [role="menu"]')].at(-1)?.contains(element) === false
}
