import { Button, CloseButton, Select, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cartOrders, type CartsState } from './carts-address.ts'
import classes from './carts.module.css'

export interface CartsToolbarProps {
  readonly state: CartsState
  readonly onChange: (state: CartsState) => void
  /** Missing: this person may make none. */
  readonly onCreate?: (() => void) | undefined
}

/** Filter by name, order, and the way to a new cart. */
export function CartsToolbar({ state, onChange, onCreate }: CartsToolbarProps) {
  const intl = useIntl()
  return (
    <div className={classes.toolbar}>
      <TextInput
        className={classes.filter} leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />} placeholder={intl.formatMessage({ id: 'carts.filter' })} aria-label={intl.formatMessage({ id: 'carts.filter.label' })}
        value={state.name} maxLength={200} onChange={(event) => onChange({ ...state, name: event.currentTarget.value })}
        rightSection={state.name === '' ? null : <CloseButton size="sm" onClick={() => onChange({ ...state, name: '' })} aria-label={intl.formatMessage({ id: 'search.clear' })} />}
      />
      <Select
        className={classes.order} aria-label={intl.formatMessage({ id: 'carts.order' })} value={state.order} allowDeselect={false} comboboxProps={{ width: 200, position: 'bottom-end' }}
        data={cartOrders.map((order) => ({ value: order, label: intl.formatMessage({ id: `carts.order.${order}` }) }))}
        onChange={(order) => onChange({ ...state, order: cartOrders.find((one) => one === order) ?? 'modified' })}
      />
      {onCreate && <Button leftSection={<IconPlus size={16} stroke={1.9} aria-hidden />} onClick={onCreate}><FormattedMessage id="carts.new" /></Button>}
    </div>
  )
}
