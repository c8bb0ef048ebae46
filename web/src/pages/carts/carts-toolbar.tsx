import { ActionIcon, Button, CloseButton, Select, TextInput } from '@mantine/core'
import { IconPlus, IconSearch, IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import { cartOrders, cartOwners, directionOf, type CartsState } from './carts-address.ts'
import classes from './carts.module.css'

export interface CartsToolbarProps {
  readonly state: CartsState
  /** Types that carts have. */
  readonly types: readonly string[]
  readonly onChange: (state: CartsState) => void
  /** Missing: this person may make none. */
  readonly onCreate?: (() => void) | undefined
}

/** Filter by name, by whose they are and by type; order, and the way to a new cart. */
export function CartsToolbar({ state, types, onChange, onCreate }: CartsToolbarProps) {
  const intl = useIntl()
  const Direction = directionOf(state) === 'asc' ? IconSortAscending : IconSortDescending
  return (
    <div className={classes.toolbar}>
      <TextInput
        className={classes.filter}
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        placeholder={intl.formatMessage({ id: 'carts.filter' })}
        aria-label={intl.formatMessage({ id: 'carts.filter.label' })}
        value={state.name}
        maxLength={200}
        onChange={(event) => onChange({ ...state, name: event.currentTarget.value })}
        rightSection={
          state.name === '' ? null : (
            <CloseButton
              size="sm"
              onClick={() => onChange({ ...state, name: '' })}
              aria-label={intl.formatMessage({ id: 'search.clear' })}
            />
          )
        }
      />
      <Select
        className={classes.whose}
        aria-label={intl.formatMessage({ id: 'carts.whose' })}
        value={state.whose}
        allowDeselect={false}
        comboboxProps={{ width: 200 }}
        data={cartOwners.map((whose) => ({
          value: whose,
          label: intl.formatMessage({ id: `carts.whose.${whose}` }),
        }))}
        onChange={(whose) => onChange({ ...state, whose: cartOwners.find((one) => one === whose) ?? 'all' })}
      />
      {(types.length > 0 || state.type !== '') && (
        <Select
          className={classes.type}
          aria-label={intl.formatMessage({ id: 'carts.types' })}
          value={state.type}
          allowDeselect={false}
          searchable={types.length > 8}
          comboboxProps={{ width: 200 }}
          data={[
            { value: '', label: intl.formatMessage({ id: 'carts.types.all' }) },
            ...new Set(state.type === '' ? types : [...types, state.type]),
          ]}
          onChange={(type) => onChange({ ...state, type: type ?? '' })}
        />
      )}
      <Select
        className={classes.order}
        aria-label={intl.formatMessage({ id: 'carts.order' })}
        value={state.order}
        allowDeselect={false}
        comboboxProps={{ width: 200, position: 'bottom-end' }}
        data={cartOrders.map((order) => ({
          value: order,
          label: intl.formatMessage({ id: `carts.order.${order}` }),
        }))}
        onChange={(order) =>
          onChange({
            ...state,
            isReversed: false,
            order: cartOrders.find((one) => one === order) ?? 'modified',
          })
        }
      />
      <Tooltip label={<FormattedMessage id="carts.order.reverse" />}>
        <ActionIcon
          variant="default"
          size={36}
          aria-pressed={state.isReversed}
          onClick={() => onChange({ ...state, isReversed: !state.isReversed })}
          aria-label={intl.formatMessage({ id: 'carts.order.reverse' })}
        >
          <Direction size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      {onCreate && (
        <Button leftSection={<IconPlus size={16} stroke={1.9} aria-hidden />} onClick={onCreate}>
          <FormattedMessage id="carts.new" />
        </Button>
      )}
    </div>
  )
}
