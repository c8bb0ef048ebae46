import { CloseButton, Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { searchOrders, type SearchesState } from './searches-address.ts'
import classes from './searches.module.css'

/** Filter by name, and order. */
export function SearchesToolbar({
  state,
  onChange,
}: {
  readonly state: SearchesState
  readonly onChange: (state: SearchesState) => void
}) {
  const intl = useIntl()
  return (
    <div className={classes.toolbar}>
      <TextInput
        className={classes.filter}
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        placeholder={intl.formatMessage({ id: 'searches.filter' })}
        aria-label={intl.formatMessage({ id: 'searches.filter.label' })}
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
        className={classes.order}
        aria-label={intl.formatMessage({ id: 'carts.order' })}
        value={state.order}
        allowDeselect={false}
        comboboxProps={{ width: 200, position: 'bottom-end' }}
        data={searchOrders.map((order) => ({
          value: order,
          label: intl.formatMessage({ id: `searches.order.${order}` }),
        }))}
        onChange={(order) =>
          onChange({ ...state, order: searchOrders.find((one) => one === order) ?? 'modified' })
        }
      />
    </div>
  )
}
