import type { SchemaSnapshot } from '@cartouche/client'
import { ActionIcon, Button, SegmentedControl, Select, Slider, Text, VisuallyHidden } from '@mantine/core'
import {
  IconAdjustmentsHorizontal,
  IconDownload,
  IconInfoCircle,
  IconLayoutGrid,
  IconList,
} from '@tabler/icons-react'
import { useCan } from '@cartouche/react'
import { memo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import type { TextId } from '../../translations/texts.ts'
import { isConstrained, type BrowseState } from '../../address/browse-address.ts'
import { orderOf } from '../../address/browse-cursor.ts'
import { facetFields } from './facets-panel.tsx'
import { useAssetActions, type PlacedTarget } from '../../components/asset-actions/action-context.ts'
import { MoreActions } from '../../components/asset-actions/asset-action-buttons.tsx'
import type { ChangeBrowse } from './use-browse.ts'
import { SaveMenu } from './save-menu.tsx'
import type { Bookmarking } from './use-bookmark.ts'
import { inText } from '../../translations/in-text.ts'
import classes from './browse.module.css'

const orders: readonly { readonly value: string; readonly text: TextId }[] = [
  { value: 'relevance', text: 'browse.order.relevance' },
  { value: 'createdat desc', text: 'browse.order.newest' },
  { value: 'createdat asc', text: 'browse.order.oldest' },
  { value: 'takenat desc', text: 'browse.order.takenNewest' },
  { value: 'takenat asc', text: 'browse.order.takenOldest' },
  { value: 'name asc', text: 'browse.order.name' },
  { value: 'name desc', text: 'browse.order.nameDown' },
  { value: 'modifiedat desc', text: 'browse.order.modified' },
  { value: 'metadata.filesize desc', text: 'browse.order.size' },
  { value: '$rating desc', text: 'browse.order.rating' },
]
/** Fields that every resource can be sorted by, beside the sortable ones of its schema. */
const alwaysSortable = ['relevance', 'createdat', 'modifiedat', 'status', '$rating']

/** Heights that rows of the wall can aim at, px. */
export const rowHeights = { min: 90, max: 380, standard: 200 } as const

export interface BrowseToolbarProps {
  readonly schema: SchemaSnapshot
  readonly state: BrowseState
  readonly onChange: ChangeBrowse
  /** Hits in all; null while it is not known. */
  readonly total: number | null
  /** Whether an error stands in place of the list. */
  readonly hasFailed: boolean
  readonly rowHeight: number
  readonly onRowHeight: (px: number) => void
  /** The height that a person arrived at. */
  readonly onRowHeightEnd: (px: number) => void
  /** The name of a field. */
  readonly labelOf: (field: string) => string
  /** Whether the workflow status is worth grouping by. */
  readonly withStatus: boolean
  /** Whether what the list asks is bookmarked, and how to change that. */
  readonly bookmark: Bookmarking
  /** Missing: this person may save none. */
  readonly onSave?: (() => void) | undefined
  /** All hits, to act on. */
  readonly all: PlacedTarget
  readonly filtersOpened: boolean
  readonly onFilters: () => void
  readonly detailsOpened: boolean
  readonly onDetails: () => void
}

/** Above the list: how many there are, order, size, view, and what opens the panels beside it. */
export const BrowseToolbar = memo(function BrowseToolbar({
  schema,
  state,
  onChange,
  total,
  hasFailed,
  rowHeight,
  onRowHeight,
  onRowHeightEnd,
  labelOf,
  withStatus,
  bookmark,
  onSave,
  all,
  filtersOpened,
  onFilters,
  detailsOpened,
  onDetails,
}: BrowseToolbarProps) {
  const intl = useIntl()
  const actions = useAssetActions()
  const canDownload = useCan('asset/download')
  const detailsLabel = intl.formatMessage({
    id: detailsOpened ? 'browse.details.hide' : 'browse.details.show',
  })
  return (
    <div className={classes.toolbar}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.7} aria-hidden />}
        onClick={onFilters}
        aria-expanded={filtersOpened}
        className={classes.filtersButton}
      >
        <FormattedMessage id="browse.facets" />
      </Button>
      <Text component="h1" fz="md" fw={600} className={classes.count} aria-live="polite">
        {hasFailed ? (
          <FormattedMessage id="browse.grid" />
        ) : total === null ? (
          <FormattedMessage id="loading" />
        ) : (
          <FormattedMessage id="browse.count" values={{ count: total }} />
        )}
      </Text>
      <OrderSelect
        schema={schema}
        order={orderOf(state)}
        withRelevance={state.fulltext !== ''}
        onChange={onChange}
      />
      <GroupSelect
        schema={schema}
        group={state.group}
        withStatus={withStatus}
        labelOf={labelOf}
        onChange={onChange}
      />
      {/* In the list its place stays empty, so that what is beside it does not move under the pointer. */}
      <Slider
        className={classes.size}
        data-idle={state.view === 'list' || undefined}
        size="sm"
        min={rowHeights.min}
        max={rowHeights.max}
        step={10}
        value={rowHeight}
        onChange={onRowHeight}
        onChangeEnd={onRowHeightEnd}
        label={null}
        thumbLabel={intl.formatMessage({ id: 'browse.size' })}
      />
      <SegmentedControl
        size="xs"
        value={state.view}
        onChange={(view) =>
          onChange({ ...state, view: view as BrowseState['view'], group: view === 'list' ? '' : state.group })
        }
        aria-label={intl.formatMessage({ id: 'browse.view' })}
        data={(
          [
            ['grid', IconLayoutGrid],
            ['list', IconList],
          ] as const
        ).map(([value, Icon]) => ({
          value,
          label: (
            <span className={classes.viewLabel}>
              <Icon size={16} stroke={1.7} aria-hidden />
              <VisuallyHidden>
                <FormattedMessage id={`browse.view.${value}`} />
              </VisuallyHidden>
            </span>
          ),
        }))}
      />
      <SaveMenu bookmark={bookmark} isConstrained={isConstrained(state)} onSave={onSave} />
      {canDownload && (
        <Tooltip label={<FormattedMessage id="browse.downloadAll" values={{ count: total ?? 0 }} />}>
          <ActionIcon
            onClick={total === 0 ? undefined : () => actions.run('download', all)}
            aria-disabled={total === 0}
            className={classes.star}
            aria-label={intl.formatMessage({ id: 'browse.downloadAll' }, { count: total ?? 0 })}
            color="gray"
          >
            <IconDownload size={19} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
      <span className={classes.star}>
        <MoreActions target={all} />
      </span>
      <Tooltip label={detailsLabel}>
        <ActionIcon
          onClick={onDetails}
          aria-label={detailsLabel}
          aria-pressed={detailsOpened}
          variant={detailsOpened ? 'light' : 'subtle'}
          color={detailsOpened ? 'accent' : 'gray'}
          className={classes.detailsButton}
        >
          <IconInfoCircle size={19} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
})

interface OrderSelectProps extends Pick<BrowseToolbarProps, 'schema' | 'onChange'> {
  readonly order: string
  readonly withRelevance: boolean
}

const OrderSelect = memo(function OrderSelect({ schema, order, withRelevance, onChange }: OrderSelectProps) {
  const intl = useIntl()
  const offered = orders.filter(({ value }) => {
    const field = value.split(' ')[0] ?? ''
    return field === 'relevance'
      ? withRelevance
      : alwaysSortable.includes(field) || schema.fields[field]?.sortable
  })
  return (
    <Select
      size="xs"
      className={classes.order}
      aria-label={intl.formatMessage({ id: 'browse.order' })}
      allowDeselect={false}
      checkIconPosition="right"
      value={offered.some(({ value }) => value === order) ? order : null}
      data={offered.map(({ value, text }) => ({ value, label: intl.formatMessage({ id: text }) }))}
      onChange={(value) => onChange((now) => ({ ...now, order: value ?? '' }))}
      comboboxProps={{ shadow: 'md' }}
    />
  )
})

interface GroupSelectProps extends Pick<
  BrowseToolbarProps,
  'schema' | 'withStatus' | 'labelOf' | 'onChange'
> {
  readonly group: string
}

const GroupSelect = memo(function GroupSelect({
  schema,
  group,
  withStatus,
  labelOf,
  onChange,
}: GroupSelectProps) {
  const intl = useIntl()
  const fields = facetFields(schema, withStatus)
  return (
    <Select
      size="xs"
      className={classes.group}
      aria-label={intl.formatMessage({ id: 'browse.group' })}
      checkIconPosition="right"
      allowDeselect={false}
      comboboxProps={{ shadow: 'md' }}
      value={group}
      searchable={false}
      data={[
        { value: '', label: intl.formatMessage({ id: 'browse.group.off' }) },
        ...fields.map((field) => ({
          value: field,
          label: intl.formatMessage(
            { id: 'browse.group.by' },
            { field: inText(labelOf(field), intl.locale) },
          ),
        })),
      ]}
      onChange={(chosen) => onChange((now) => ({ ...now, group: chosen ?? '', view: 'grid' }))}
    />
  )
})
