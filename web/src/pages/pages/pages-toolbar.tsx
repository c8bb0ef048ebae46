import { CloseButton, Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { pageStates } from './page-rows.ts'
import type { PagesState } from './pages-address.ts'
import classes from './pages.module.css'

interface PagesToolbarProps {
  readonly state: PagesState
  /** Whether there is anything to look for. */
  readonly isFiltering: boolean
  readonly onChange: (state: PagesState) => void
  /** What stands at its end. */
  readonly children: ReactNode
}

/** Filters by name or address, and by state. */
export function PagesToolbar({ state, isFiltering, onChange, children }: PagesToolbarProps) {
  const intl = useIntl()
  return (
    <div className={classes.toolbar}>
      {isFiltering && (
        <>
          <TextInput
            className={classes.filter}
            leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
            placeholder={intl.formatMessage({ id: 'pages.filter' })}
            aria-label={intl.formatMessage({ id: 'pages.filter' })}
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
            className={classes.states}
            aria-label={intl.formatMessage({ id: 'pages.state' })}
            value={state.state ?? ''}
            allowDeselect={false}
            comboboxProps={{ width: 220, position: 'bottom-end' }}
            data={[
              { value: '', label: intl.formatMessage({ id: 'pages.state.all' }) },
              ...pageStates.map((one) => ({
                value: one,
                label: intl.formatMessage({ id: `pages.state.${one}` }),
              })),
            ]}
            onChange={(chosen) => onChange({ ...state, state: pageStates.find((one) => one === chosen) })}
          />
        </>
      )}
      {children}
    </div>
  )
}
