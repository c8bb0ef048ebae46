import { Button, Stack, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { isConstrained, type BrowseState } from '../../address/browse-address.ts'
import { ConditionWords } from '../constraint-chips/conditions.tsx'
import type { Alternative } from './phrase-state.ts'

interface PhraseOfferProps {
  readonly state: BrowseState
  readonly alternative: Alternative | null
  readonly onChange: (next: BrowseState) => void
}

/**
 * Where nothing matches: what the words may mean as a phrase, or how they may have been meant, to be searched
 * for in their place; for other words alone an example of a phrase.
 */
export function PhraseOffer({ state, alternative, onChange }: PhraseOfferProps) {
  const intl = useIntl()
  if (alternative !== null) {
    const offer = { ...alternative.state, asked: state.asked ?? state.fulltext }
    return 'phrase' in alternative ? (
      <Stack align="center" gap={6} mt="sm">
        <Text ta="center">
          <FormattedMessage
            id="phrase.understood"
            values={{ text: <ConditionWords state={alternative.state} /> }}
          />
        </Text>
        <Button onClick={() => onChange(offer)}>
          <FormattedMessage id="phrase.apply" />
        </Button>
      </Stack>
    ) : (
      <Stack align="center" gap={6} mt="sm">
        <Text ta="center">
          <FormattedMessage id="search.similar" />
        </Text>
        <Button onClick={() => onChange(offer)}>{alternative.similar}</Button>
      </Stack>
    )
  }
  const example = intl.formatMessage({ id: 'phrase.example.text' })
  // With filters, or where the example itself finds nothing, there is nothing better to search for.
  if (state.fulltext === example || isConstrained({ ...state, fulltext: '' })) return null
  return (
    <Stack align="center" gap={6} mt="sm">
      <Text c="dimmed" fz="sm" ta="center">
        <FormattedMessage id="phrase.example" values={{ phrase: example }} />
      </Text>
      <Button size="compact-sm" variant="subtle" onClick={() => onChange({ ...state, fulltext: example })}>
        <FormattedMessage id="phrase.example.try" />
      </Button>
    </Stack>
  )
}
