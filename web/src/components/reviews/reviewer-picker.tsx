import { reviewsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

/** Somebody who may decide. */
export interface Reviewer {
  readonly id: number
  readonly name: string
}

interface ReviewerPickerProps {
  readonly assets: readonly number[]
  readonly value: readonly Reviewer[]
  readonly max: number
  readonly onChange: (reviewers: readonly Reviewer[]) => void
}

const asksAfterMs = 150

/** Chooses people who may publish and reject all of the assets, found while typing. */
export function ReviewerPicker({ assets, value, max, onChange }: ReviewerPickerProps) {
  const intl = useIntl()
  const client = useClient()
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed, asksAfterMs)
  const [found, setFound] = useState<{ readonly text: string; readonly people: readonly Reviewer[] } | null>(
    null,
  )
  const of = assets.join(',')
  useEffect(() => {
    let isOld = false
    reviewsOf(client)
      .findReviewers(of.split(',').map(Number), asked)
      .then(
        (people) => {
          if (!isOld) setFound({ text: asked, people })
        },
        () => {
          if (!isOld) setFound({ text: asked, people: [] })
        },
      )
    return () => {
      isOld = true
    }
  }, [client, of, asked])
  // Of what was found for a former text, only who fits the present one: Enter takes the first.
  const fitting = (found?.people ?? []).filter(
    ({ name }) => found?.text === typed || name.toLowerCase().includes(typed.trim().toLowerCase()),
  )
  const offered = [...value, ...fitting.filter(({ id }) => !value.some((one) => one.id === id))]
  return (
    <MultiSelect
      label={<FormattedMessage id="review.reviewers" />}
      description={<FormattedMessage id="review.reviewers.hint" />}
      placeholder={value.length === 0 ? intl.formatMessage({ id: 'people.find' }) : ''}
      searchable
      hidePickedOptions
      data-autofocus
      maxValues={max}
      data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value.map(({ id }) => String(id))}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={intl.formatMessage({ id: found?.text === typed ? 'people.none' : 'loading' })}
      onChange={(ids) => onChange(ids.flatMap((id) => offered.find((one) => String(one.id) === id) ?? []))}
    />
  )
}
