import { Kbd, Menu } from '@mantine/core'
import { IconArrowsMove } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { keyName } from '../../components/asset-actions/key-name.ts'
import { SelectionButton } from '../../components/selection/selection-button.tsx'
import type { MoveTarget } from './move-target.ts'

const targets = [
  ['first', 'home'],
  ['earlier', '←'],
  ['later', '→'],
  ['last', 'end'],
] as const

/** Moves what is selected: for whoever cannot, or does not want to, drag. */
export function MoveMenu({ onMove }: { readonly onMove: (target: MoveTarget) => void }) {
  const intl = useIntl()
  return (
    <Menu position="top" closeOnItemClick={false}>
      <Menu.Target>
        <SelectionButton Icon={IconArrowsMove}>
          <FormattedMessage id="cart.move" />
        </SelectionButton>
      </Menu.Target>
      <Menu.Dropdown>
        {targets.map(([target, key]) => (
          <Menu.Item
            key={target}
            rightSection={
              <Kbd size="xs" visibleFrom="sm" aria-hidden>
                Alt {keyName(intl, key)}
              </Kbd>
            }
            onClick={() => onMove(target)}
          >
            <FormattedMessage id={`cart.move.${target}`} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
