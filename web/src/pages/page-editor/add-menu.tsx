import type { AnyComponent } from '@cartouche/components'
import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useLanguage } from '../../translations/translations.tsx'
import { palette } from './page-components.ts'
import classes from './page-editor.module.css'
import { usePartDrag } from './use-outline-drag.ts'

interface AddMenuProps {
  /** Puts a component behind what is chosen. */
  readonly onAdd: (component: string) => Promise<void>
}

/** The components: pressed, one comes behind what is chosen; dragged, to where it is dropped. */
export function AddMenu({ onAdd }: AddMenuProps) {
  const [busy, setBusy] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [isDragged, setDragged] = useState(false)
  const add = async (name: string): Promise<void> => {
    setBusy(true)
    await onAdd(name)
    setBusy(false)
  }
  return (
    <Menu position="bottom-start" width="target" returnFocus={false} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Button
          variant="default"
          fullWidth
          loading={busy}
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
        >
          <FormattedMessage id="pageEditor.add" />
        </Button>
      </Menu.Target>
      {/* What is dragged over lies below: the menu makes way, and closes when it is dropped. */}
      <Menu.Dropdown className={classes.palette} data-dragged={isDragged || undefined}>
        {palette.map((component) => (
          <PaletteItem
            key={component.name}
            component={component}
            onAdd={() => void add(component.name)}
            onDragged={(on) => {
              setDragged(on)
              if (!on) setOpen(false)
            }}
          />
        ))}
        <Menu.Label>
          <FormattedMessage id="pageEditor.add.hint" />
        </Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}

interface PaletteItemProps {
  readonly component: AnyComponent
  readonly onAdd: () => void
  readonly onDragged: (on: boolean) => void
}

function PaletteItem({ component, onAdd, onDragged }: PaletteItemProps) {
  const { language } = useLanguage()
  const item = useRef<HTMLButtonElement>(null)
  usePartDrag(item, { kind: 'component', name: component.name }, onDragged)
  return (
    // In place of the handler of the menu, which lets nothing be dragged.
    <Menu.Item ref={item} onClick={onAdd} onMouseDown={() => undefined}>
      {component.label[language]}
    </Menu.Item>
  )
}
