import type { SchemaSnapshot } from '@cartouche/client'
import { ActionIcon, Button, SegmentedControl, Select, Slider, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconInfoCircle, IconLayoutGrid, IconList } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { TextId } from '../../translations/translations.tsx'
import type { BrowseState } from './browse-address.ts'
import { orderOf } from './browse-cursor.ts'
import classes from './browse.module.css'

const orders: readonly { readonly value: string; readonly text: TextId }[] = [
  { value: 'relevance', text: 'browse.order.relevance' }, { value: 'createdat desc', text: 'browse.order.newest' }, { value: 'createdat asc', text: 'browse.order.oldest' },
  { value: 'takenat desc', text: 'browse.order.takenNewest' }, { value: 'takenat asc', text: 'browse.order.takenOldest' },
  { value: 'name asc', text: 'browse.order.name' }, { value: 'name desc', text: 'browse.order.nameDown' },
  { value: 'modifiedat desc', text: 'browse.order.modified' }, { value: 'metadata.filesize desc', text: 'browse.order.size' },
]
/** Fields that every resource can be sorted by, beside the sortable ones of its schema. */
const alwaysSortable = ['relevance', 'createdat', 'modifiedat', 'status']

/** Heights that rows of the wall can aim at, px. */
export const rowHeights = { min: 90, max: 380, standard: 200 } as const

export interface BrowseToolbarProps {
  readonly schema: SchemaSnapshot
  readonly state: BrowseState
  readonly onChange: (next: BrowseState) => void
  /** Hits in all; null while it is not known. */
  readonly total: number | null
  readonly rowHeight: number
  readonly onRowHeight: (px: number) => void
  readonly filters: { readonly opened: boolean; readonly toggle: () => void }
  readonly details: { readonly opened: boolean; readonly toggle: () => void }
}

/** Above the list: how many there are, order, size, view, and what opens the panels beside it. */
export function BrowseToolbar({ schema, state, onChange, total, rowHeight, onRowHeight, filters, details }: BrowseToolbarProps) {
  const intl = useIntl()
  const detailsLabel = intl.formatMessage({ id: details.opened ? 'browse.details.hide' : 'browse.details.show' })
  const offered = orders.filter(({ value }) => {
    const field = value.split(' ')[0] ?? ''
    return field === 'relevance' ? state.fulltext !== '' : alwaysSortable.includes(field) || schema.fields[field]?.sortable
  })
  const order = orderOf(state)
  return (
    <div className={classes.toolbar}>
      <Button variant="default" size="xs" leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.7} aria-hidden />} onClick={filters.toggle} aria-expanded={filters.opened} className={classes.filtersButton}>
        <FormattedMessage id="browse.facets" />
      </Button>
      <Text component="h1" fz="md" fw={600} className={classes.count} aria-live="polite">
        {total === null ? <FormattedMessage id="loading" /> : <FormattedMessage id="browse.count" values={{ count: total }} />}
      </Text>
      <Select
        size="xs" w={210} className={classes.order} aria-label={intl.formatMessage({ id: 'browse.order' })} allowDeselect={false} checkIconPosition="right"
        value={offered.some(({ value }) => value === order) ? order : null} data={offered.map(({ value, text }) => ({ value, label: intl.formatMessage({ id: text }) }))}
        onChange={(value) => onChange({ ...state, order: value ?? '' })} comboboxProps={{ shadow: 'md' }}
      />
      {state.view === 'grid' && (
        <Slider className={classes.size} size="sm" min={rowHeights.min} max={rowHeights.max} step={10} value={rowHeight} onChange={onRowHeight} label={null} thumbLabel={intl.formatMessage({ id: 'browse.size' })} />
      )}
      <SegmentedControl
        size="xs" value={state.view} onChange={(view) => onChange({ ...state, view: view as BrowseState['view'] })} aria-label={intl.formatMessage({ id: 'browse.view' })}
        data={([['grid', IconLayoutGrid], ['list', IconList]] as const).map(([value, Icon]) => ({
          value, label: <span className={classes.viewLabel}><Icon size={16} stroke={1.7} aria-hidden /><VisuallyHidden><FormattedMessage id={`browse.view.${value}`} /></VisuallyHidden></span>,
        }))}
      />
      <Tooltip label={detailsLabel}>
        <ActionIcon onClick={details.toggle} aria-label={detailsLabel} aria-pressed={details.opened} variant={details.opened ? 'light' : 'subtle'} color={details.opened ? 'accent' : 'gray'} className={classes.detailsButton}>
          <IconInfoCircle size={19} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
