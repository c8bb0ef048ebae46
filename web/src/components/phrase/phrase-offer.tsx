import { Button, Stack, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import type { BrowseState } from '../../address/browse-address.ts'
import type { Alternative } from './phrase-state.ts'
import { phraseText } from './phrase-text.ts'

interface PhraseOfferProps {
  readonly state: BrowseState
  readonly alternative: Alternative | null
  readonly onChange: (next: BrowseState) => void
}

/**
 * Where nothing matches: what the words may mean as a phrase, or how they may have been meant, to be searched
 * for in their place; else an example of a phrase.
 */
export function PhraseOffer({ state, alternative, onChange }: PhraseOfferProps) {
  const intl = useIntl()
  const example = intl.formatMessage({ id: 'phrase.example.text' })
  if (alternative !== null) {
    const offer = { ...alternative.state, asked: state.asked ?? state.fulltext }
    return 'phrase' in alternative ? (
      <Stack align="center" gap={6} mt="sm">
        <Text ta="center">
          <FormattedMessage id="phrase.understood" values={{ text: phraseText(intl, alternative.phrase) }} />
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
  return (
    <Stack align="center" gap={6} mt="sm">
      <Text c="dimmed" fz="sm" ta="center">
        <FormattedMessage id="phrase.example" values={{ phrase: example }} />
      </Text>
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() =>
          onChange({ ...state, fulltext: example, values: {}, below: {}, dates: {}, numbers: {} })
        }
      >
        <FormattedMessage id="phrase.example.try" />
      </Button>
    </Stack>
  )
}
