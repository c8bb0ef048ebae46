import { ActionIcon, Kbd, Menu, Text, UnstyledButton } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsMove,
  IconGridDots,
  IconMinus,
  IconPlus,
  type Icon,
} from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import type { TextId } from '../../translations/texts.ts'
import { keyName } from '../asset-actions/key-name.ts'
import type { ViewStore } from './table-view.ts'
import type { Arranging } from './use-arranging.ts'
import type { TableWindow } from './use-table-window.ts'
import classes from './light-table.module.css'

interface TableToolsProps {
  readonly window: TableWindow
  /** Missing: nothing is selected. */
  readonly onShowSelection: (() => void) | undefined
  /** Missing: this person only looks. */
  readonly edits: Arranging | undefined
}

const zoomStep = 1.25
const keys = [
  ['lightTable.keys.focus', '← ↑ → ↓'],
  ['lightTable.keys.move', 'Alt + ← ↑ → ↓'],
  ['lightTable.keys.moveMode', 'M'],
  ['lightTable.keys.fine', 'Alt + Shift + ←'],
  ['lightTable.keys.size', '[  ]'],
  ['lightTable.keys.layer', 'Page ↑  Page ↓'],
  ['lightTable.keys.zoom', '+  −  Z'],
] as const
const pans = [
  ['left', -0.5, 0],
  ['right', 0.5, 0],
  ['up', 0, -0.5],
  ['down', 0, 0.5],
] as const

/** How near the table is, undo and redo, and a grid of what lies on it. */
export function TableTools({ window, onShowSelection, edits }: TableToolsProps) {
  const intl = useIntl()
  const { view, zoomBy, fit, actualSize, panBy } = window
  return (
    <div className={classes.tools} data-table-tools>
      {edits && (
        <>
          <Tool
            label="action.undo"
            Sign={IconArrowBackUp}
            isOff={!edits.canUndo}
            onClick={() => void edits.undo(false)}
          />
          <Tool
            label="lightTable.redo"
            Sign={IconArrowForwardUp}
            isOff={!edits.canRedo}
            onClick={() => void edits.redo()}
          />
          <MoveMenu edits={edits} onMoved={window.show} />
          <Tool label="lightTable.grid" Sign={IconGridDots} onClick={edits.toGrid} />
          <span className={classes.rule} />
        </>
      )}
      <Tool label="lightTable.zoomOut" Sign={IconMinus} onClick={() => zoomBy(1 / zoomStep)} />
      <Menu position="bottom-end" width={250} closeOnItemClick={false}>
        <Menu.Target>
          <ZoomLevel view={view} />
        </Menu.Target>
        <Menu.Dropdown data-table-tools>
          <Menu.Item closeMenuOnClick onClick={fit} rightSection={<Key name="Z" />}>
            <FormattedMessage id="lightTable.fit" />
          </Menu.Item>
          <Menu.Item closeMenuOnClick onClick={actualSize} rightSection={<Key name="Z" />}>
            <FormattedMessage id="lightTable.actualSize" />
          </Menu.Item>
          <Menu.Item closeMenuOnClick disabled={!onShowSelection} onClick={onShowSelection}>
            <FormattedMessage id="lightTable.showSelection" />
          </Menu.Item>
          <Menu.Divider />
          {pans.map(([direction, x, y]) => (
            <Menu.Item key={direction} onClick={() => panBy(x, y)}>
              <FormattedMessage id={`lightTable.pan.${direction}`} />
            </Menu.Item>
          ))}
          {edits && (
            <>
              <Menu.Divider />
              <Menu.Label>
                <FormattedMessage id="lightTable.keys" />
              </Menu.Label>
              <dl className={classes.keys}>
                {keys.map(([label, name]) => (
                  <div key={label}>
                    <Text component="dt" fz="xs">
                      <FormattedMessage id={label} />
                    </Text>
                    <dd>
                      <Kbd size="xs">{name.replace('Shift', keyName(intl, 'shift'))}</Kbd>
                    </dd>
                  </div>
                ))}
              </dl>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Tool label="lightTable.zoomIn" Sign={IconPlus} onClick={() => zoomBy(zoomStep)} />
    </div>
  )
}

/** Units of a click, and how much larger one makes pictures. */
const [far, larger] = [40, 1.2] as const
const nudges = [
  ['left', -far, 0],
  ['right', far, 0],
  ['up', 0, -far],
  ['down', 0, far],
] as const

/** Moves what is selected, or has the focus, by clicks: for whoever cannot, or does not want to, drag. */
function MoveMenu({
  edits: { nudge, resize, relayer },
  onMoved,
}: {
  readonly edits: Arranging
  readonly onMoved: TableWindow['show']
}) {
  const intl = useIntl()
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Tooltip label={<FormattedMessage id="lightTable.move" />}>
          <ActionIcon size={34} color="gray" aria-label={intl.formatMessage({ id: 'lightTable.move' })}>
            <IconArrowsMove size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown data-table-tools>
        {nudges.map(([direction, x, y]) => (
          <Menu.Item key={direction} onClick={() => onMoved(nudge(x, y))}>
            <FormattedMessage id={`lightTable.move.${direction}`} />
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item rightSection={<Key name="]" />} onClick={() => resize(larger)}>
          <FormattedMessage id="lightTable.larger" />
        </Menu.Item>
        <Menu.Item rightSection={<Key name="[" />} onClick={() => resize(1 / larger)}>
          <FormattedMessage id="lightTable.smaller" />
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item rightSection={<Key name="Page ↑" />} onClick={() => relayer('front')}>
          <FormattedMessage id="lightTable.front" />
        </Menu.Item>
        <Menu.Item rightSection={<Key name="Page ↓" />} onClick={() => relayer('back')}>
          <FormattedMessage id="lightTable.back" />
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function ZoomLevel({ view, ...props }: { readonly view: ViewStore } & React.ComponentProps<'button'>) {
  const intl = useIntl()
  const zoom = useSyncExternalStore(view.subscribe, () => Math.round(view.get().zoom * 1000) / 1000)
  const level = intl.formatNumber(zoom, { style: 'percent', maximumFractionDigits: zoom < 0.1 ? 1 : 0 })
  return (
    <UnstyledButton
      {...props}
      className={classes.level}
      aria-label={intl.formatMessage({ id: 'lightTable.zoom' }, { percent: level })}
    >
      {level}
    </UnstyledButton>
  )
}

function Tool({
  label,
  Sign,
  isOff = false,
  onClick,
}: {
  readonly label: TextId
  readonly Sign: Icon
  readonly isOff?: boolean
  readonly onClick: () => void
}) {
  const intl = useIntl()
  return (
    <Tooltip label={<FormattedMessage id={label} />}>
      <ActionIcon
        size={34}
        color="gray"
        // Not disabled: a button that is pressed until it has no effect any more keeps the focus.
        data-disabled={isOff || undefined}
        aria-disabled={isOff}
        aria-label={intl.formatMessage({ id: label })}
        onClick={isOff ? undefined : onClick}
      >
        <Sign size={18} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}

function Key({ name }: { readonly name: string }) {
  return (
    <Kbd size="xs" visibleFrom="sm" aria-hidden>
      {name}
    </Kbd>
  )
}
