import type { Cart } from '@cartouche/contract'
import { useCarts } from '@cartouche/react'
import { Combobox, Modal, ScrollArea, Text, TextInput, useCombobox } from '@mantine/core'
import { IconPlus, IconShoppingBag } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'

export interface CartPickerProps {
  readonly onClose: () => void
  readonly onPick: (cart: Cart) => void
  readonly onCreate: (name: string) => void
}

/**
 * Asks for a cart that can be edited, last changed first, or for the name of a new one. Arrows and Enter
 * choose.
 */
export function CartPicker({ onClose, onPick, onCreate }: CartPickerProps) {
  useReturnFocus()
  const intl = useIntl()
  const { carts, hasData } = useCarts()
  const [text, setText] = useState('')
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose })
  const wanted = text.trim().toLowerCase()
  const editable = carts
    .filter(({ permissions }) => permissions.edit)
    .toSorted((a, b) => b.modified.localeCompare(a.modified))
  const matching = editable.filter(({ name }) => name.toLowerCase().includes(wanted))
  const isNew = wanted !== '' && !editable.some(({ name }) => name.toLowerCase() === wanted)
  useEffect(() => {
    combobox.selectFirstOption()
  }, [text, hasData]) // oxlint-disable-line react-hooks/exhaustive-deps -- the combobox is new each time, its first option is chosen anew when the list changed
  const choose = (value: string): void => {
    const picked = matching.find(({ id }) => String(id) === value)
    if (picked) onPick(picked)
    else if (isNew) onCreate(text.trim())
  }
  return (
    <Modal opened onClose={onClose} title={<FormattedMessage id="cartPicker.title" />} size="sm">
      <Combobox store={combobox} onOptionSubmit={choose}>
        <Combobox.EventsTarget>
          <TextInput
            data-autofocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            maxLength={500}
            placeholder={intl.formatMessage({ id: 'cartPicker.find' })}
            aria-label={intl.formatMessage({ id: 'cartPicker.find' })}
            mb="xs"
          />
        </Combobox.EventsTarget>
        <ScrollArea.Autosize mah={320} type="auto">
          {matching.length === 0 && !isNew && (
            <Text c="dimmed" fz="sm" ta="center" p="sm">
              <FormattedMessage id={hasData ? 'cartPicker.none' : 'loading'} />
            </Text>
          )}
          <Combobox.Options
            aria-label={intl.formatMessage({ id: 'nav.carts' })}
            hidden={matching.length === 0 && !isNew}
          >
            {matching.map((cart) => (
              <Combobox.Option key={cart.id} value={String(cart.id)}>
                <Text component="span" display="flex" style={{ gap: 10, alignItems: 'center' }} fz="md">
                  <IconShoppingBag size={16} stroke={1.6} aria-hidden />
                  <Text component="span" truncate flex={1}>
                    {cart.name}
                  </Text>
                  <Text component="span" fz="sm">
                    <FormattedMessage id="cart.items" values={{ count: cart.total }} />
                  </Text>
                </Text>
              </Combobox.Option>
            ))}
            {isNew && (
              <Combobox.Option value="new">
                <Text component="span" display="flex" style={{ gap: 10, alignItems: 'center' }} fz="md">
                  <IconPlus size={16} stroke={1.8} aria-hidden />
                  <FormattedMessage id="cartPicker.create" values={{ name: text.trim() }} />
                </Text>
              </Combobox.Option>
            )}
          </Combobox.Options>
        </ScrollArea.Autosize>
      </Combobox>
    </Modal>
  )
}
