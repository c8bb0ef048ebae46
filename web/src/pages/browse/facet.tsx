import { isInProgress, type FacetValue } from '@cartouche/client'
import { Checkbox, Group, Skeleton, Text, TextInput, UnstyledButton } from '@mantine/core'
import { memo, useCallback, useEffect } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { toggleValue } from '../../address/browse-address.ts'
import { FacetFailure } from './facet-failure.tsx'
import { FacetSection } from './facet-section.tsx'
import type { ChangeBrowse } from './use-browse.ts'
import { useFacet } from './use-facet.ts'
import { useFacetFold } from './use-facet-fold.ts'
import { useOneTabStop } from './use-one-tab-stop.ts'
import { WithoutValue, withoutId } from './without-value.tsx'
import { valueName } from '../../components/asset-text/value-name.tsx'
import classes from './facets.module.css'

export interface FacetProps {
  readonly field: string
  readonly label: string
  /** Filter values of the field, and filter nodes of a tree. */
  readonly values: readonly string[] | undefined
  readonly below: readonly string[] | undefined
  /** Whether what has no value is looked for. */
  readonly isWithout: boolean
  /** Whether it can have no value. */
  readonly isOptional: boolean
  /** Hits of the list in all, 0 where it failed; null while it is not known. */
  readonly total: number | null
  readonly onChange: ChangeBrowse
  /** Called with the field when the facet has its first answer, or needs none. */
  readonly onAnswer: (field: string) => void
}

const none: readonly string[] = []

/**
 * One facet: values with their counts, chosen ones first and always; several values mean any of them. Hidden
 * while it has no value at all.
 */
export const Facet = memo(function Facet({
  field,
  label,
  values: chosen = none,
  isWithout,
  isOptional,
  total,
  onChange,
  onAnswer,
}: FacetProps) {
  const intl = useIntl()
  const { isRead, isFolded, setFolded, setBare } = useFacetFold(field)
  const { status, error, filter, values, isLong, search, showMore, showLess } = useFacet(
    field,
    chosen,
    isRead,
  )
  const [first] = values
  const isJudged = filter === '' && status === 'loaded' && total !== null && first !== undefined
  const isBare = !isWithout && chosen.length === 0 && values.length === 1 && first?.count === total
  useEffect(() => {
    if (isJudged) setBare(isBare)
  }, [setBare, isJudged, isBare])
  const { current, onFocus, onKeyDown } = useOneTabStop([
    ...values.map(({ data }) => String(data.id)),
    ...(isOptional ? [withoutId] : []),
  ])
  const toggle = useCallback(
    (id: string) => onChange((now) => toggleValue(now, field, id)),
    [onChange, field],
  )
  const isComing = status === 'registered' || isInProgress(status)
  // A single value may be that of all hits, which folds it and moves what is below.
  const isSettled = total !== null || values.length !== 1
  const isAnswered = !isRead || (status === 'loaded' && isSettled) || status === 'error'
  useEffect(() => {
    if (isAnswered) onAnswer(field)
  }, [isAnswered, onAnswer, field])
  if (
    isRead &&
    !isWithout &&
    values.length === 0 &&
    chosen.length === 0 &&
    filter === '' &&
    status === 'loaded'
  )
    return null
  return (
    <FacetSection
      label={label}
      chosenCount={chosen.length + Number(isWithout)}
      isOpen={!isFolded}
      onToggle={() => setFolded(!isFolded)}
    >
      {isLong && (
        <TextInput
          size="xs"
          mb={4}
          value={filter}
          onChange={(event) => search(event.currentTarget.value)}
          placeholder={intl.formatMessage({ id: 'tree.find' })}
          aria-label={intl.formatMessage({ id: 'browse.facets.search' }, { field: label })}
        />
      )}
      {values.length === 0 && isComing && <Skeleton h={14} my={6} ml={4} w="70%" />}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrows of the checkboxes inside, heard in one place */}
      <div onKeyDown={onKeyDown}>
        <ul className={classes.values} aria-busy={isComing}>
          {values.map((value) => (
            <FacetRow
              key={value.data.id}
              field={field}
              value={value}
              isChosen={chosen.includes(String(value.data.id))}
              isStop={String(value.data.id) === current}
              onFocus={onFocus}
              onToggle={toggle}
            />
          ))}
        </ul>
        {filter !== '' && values.length === 0 && status === 'loaded' && (
          <Text className={classes.none}>
            <FormattedMessage id="browse.facets.none" values={{ text: filter }} />
          </Text>
        )}
        {status === 'error' && <FacetFailure error={error} onRetry={() => search(filter)} />}
        <Group gap={4} className={classes.moreLine}>
          {showMore && (
            <UnstyledButton className={classes.more} onClick={showMore}>
              <FormattedMessage id="action.showMore" />
            </UnstyledButton>
          )}
          {showLess && (
            <UnstyledButton className={classes.more} onClick={showLess}>
              <FormattedMessage id="action.showLess" />
            </UnstyledButton>
          )}
        </Group>
        {isOptional && (
          <WithoutValue
            field={field}
            label={label}
            isWithout={isWithout}
            onChange={onChange}
            isStop={current === withoutId}
            onFocus={onFocus}
          />
        )}
      </div>
    </FacetSection>
  )
})

interface FacetRowProps {
  readonly field: string
  readonly value: FacetValue
  readonly isChosen: boolean
  /** Whether Tab reaches it. */
  readonly isStop: boolean
  readonly onFocus: (id: string) => void
  readonly onToggle: (id: string) => void
}

const FacetRow = memo(function FacetRow({
  field,
  value,
  isChosen,
  isStop,
  onFocus,
  onToggle,
}: FacetRowProps) {
  const intl = useIntl()
  const id = String(value.data.id)
  return (
    <li className={classes.value}>
      <Checkbox
        size="xs"
        tabIndex={isStop ? 0 : -1}
        onFocus={() => onFocus(id)}
        checked={isChosen}
        aria-description={intl.formatMessage({ id: 'browse.count' }, { count: value.count })}
        onChange={() => onToggle(id)}
        label={<span className={classes.name}>{valueName(intl, field, value.data)}</span>}
        classNames={{ body: classes.checkBody ?? '', labelWrapper: classes.checkLabel ?? '' }}
      />
      <span className={classes.count} aria-hidden>
        <FormattedNumber value={value.count} />
      </span>
    </li>
  )
})
