import { markLabels, maxRating, type MarkChange } from '@cartouche/client'
import { Kbd, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFlag2, IconStar, IconX } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAssetActions, type PlacedTarget } from '../asset-actions/action-context.ts'
import { keyOfLabel } from './mark-keys.ts'
import { changeText } from './use-mark-assets.ts'
import actionClasses from '../asset-actions/asset-actions.module.css'
import { SelectionButton } from '../selection/selection-button.tsx'
import classes from './marks.module.css'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** Longer than anybody points at something, ms; timers know no more. */
const never = 2 ** 31 - 1

/**
 * Ratings, labels and picks as a menu within the menu of what can be done with assets. A finger that opened
 * the menu rests on it: there, it takes a tap to open this one.
 */
export function MarkSubmenu({ onMark }: { readonly onMark: (change: MarkChange) => void }) {
  const canHover = useMediaQuery('(hover: hover)', true, { getInitialValueInEffect: false })
  const [opened, setOpened] = useState(false)
  return (
    <Menu.Sub opened={opened} onChange={setOpened} openDelay={canHover ? 0 : never}>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconStar {...icon} />} onClick={() => setOpened(true)}>
          <FormattedMessage id="marks.menu" />
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown className={actionClasses.menu}>
        <MarkItems onMark={onMark} />
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

/** The same as a button, for what is selected. */
export function MarkMenuButton({
  target,
  hides,
}: {
  readonly target: PlacedTarget
  /** The menu of the selection has it as well. */
  readonly hides: 'rare' | 'spare'
}) {
  const { mark } = useAssetActions()
  return (
    <Menu position="top" width={230}>
      <Menu.Target>
        <SelectionButton Icon={IconStar} hides={hides}>
          <FormattedMessage id="marks.menu" />
        </SelectionButton>
      </Menu.Target>
      <Menu.Dropdown className={actionClasses.menu}>
        <MarkItems onMark={(change) => mark(target, change)} />
      </Menu.Dropdown>
    </Menu>
  )
}

function MarkItems({ onMark }: { readonly onMark: (change: MarkChange) => void }) {
  const item = (change: MarkChange, left: ReactNode, key: string | undefined) => (
    <MarkItem key={JSON.stringify(change)} change={change} left={left} keyName={key} onMark={onMark} />
  )
  return (
    <>
      {Array.from({ length: maxRating }, (_star, at) => maxRating - at).map((rating) =>
        item({ rating }, <span aria-hidden>{'★'.repeat(rating)}</span>, String(rating)),
      )}
      {item({ rating: 0 }, null, '0')}
      <Menu.Divider />
      {markLabels.map((label) =>
        item({ label }, <span className={classes.dot} data-mark={label} aria-hidden />, keyOfLabel(label)),
      )}
      {item({ label: null }, null, undefined)}
      <Menu.Divider />
      {item({ pick: 'picked' }, <IconFlag2 {...icon} />, 'P')}
      {item({ pick: 'rejected' }, <IconX {...icon} />, 'X')}
      {item({ pick: null }, null, 'U')}
    </>
  )
}

function MarkItem({
  change,
  left,
  keyName,
  onMark,
}: {
  readonly change: MarkChange
  readonly left: ReactNode
  readonly keyName: string | undefined
  readonly onMark: (change: MarkChange) => void
}) {
  const intl = useIntl()
  return (
    <Menu.Item
      leftSection={left}
      rightSection={
        keyName === undefined ? null : (
          <Kbd size="xs" visibleFrom="sm" aria-hidden>
            {keyName}
          </Kbd>
        )
      }
      onClick={() => onMark(change)}
    >
      {changeText(intl, change)}
    </Menu.Item>
  )
}
