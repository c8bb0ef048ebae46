import { cartsOf, type CartSnapshot } from '@cartouche/client'
import type { Cart, ItemReference } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { Checkbox, CloseButton, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { ViewSwitch } from '../../components/light-table/view-switch.tsx'
import { ArrangeMenu } from './arrange-menu.tsx'
import classes from './cart.module.css'

export interface CartToolbarProps {
  readonly cart: Cart
  readonly snapshot: CartSnapshot
  /** Whether the light table is shown, or the wall. */
  readonly isTable: boolean
  readonly onTable: (isTable: boolean) => void
  readonly onArrange: (order: readonly ItemReference[]) => void
}

/** Words inside of the cart, and its order. */
export function CartToolbar({ cart, snapshot, isTable, onTable, onArrange }: CartToolbarProps) {
  const intl = useIntl()
  const carts = cartsOf(useClient())
  const [words, setWords] = useState(snapshot.found?.fulltext ?? '')
  const [isAny, setAny] = useState(snapshot.found?.fulltextMode === 'should')
  const ask = useDebouncedCallback(
    (text: string, any: boolean) =>
      void carts
        .search(cart.id, text, any ? 'should' : undefined)
        .catch((error: unknown) => notifications.show({ color: 'red', message: errorText(intl, error) })),
    250,
  )
  const search = (text: string, any: boolean): void => {
    setWords(text)
    setAny(any)
    ask(text, any)
  }
  const { found } = snapshot
  return (
    <div className={classes.toolbar}>
      <TextInput
        size="xs"
        className={classes.searchWords}
        leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
        placeholder={intl.formatMessage({ id: 'cart.search' })}
        aria-label={intl.formatMessage({ id: 'cart.search' })}
        value={words}
        maxLength={500}
        onChange={(event) => search(event.currentTarget.value, isAny)}
        rightSection={
          words === '' ? null : (
            <CloseButton
              size="xs"
              onClick={() => search('', isAny)}
              aria-label={intl.formatMessage({ id: 'search.clear' })}
            />
          )
        }
      />
      {words.trim().includes(' ') && (
        <Checkbox
          size="xs"
          label={<FormattedMessage id="cart.search.any" />}
          checked={isAny}
          onChange={(event) => search(words, event.currentTarget.checked)}
        />
      )}
      <Text fz="sm" c="dimmed" aria-live="polite">
        {found === null
          ? ''
          : intl.formatMessage({ id: 'cart.search.found' }, { count: found.items.length, total: cart.total })}
      </Text>
      <span className={classes.toolbarEnd}>
        {cart.permissions.edit && found === null && !isTable && (
          <ArrangeMenu cartId={cart.id} snapshot={snapshot} onArrange={onArrange} />
        )}
        <ViewSwitch isTable={isTable} onTable={onTable} />
      </span>
    </div>
  )
}
