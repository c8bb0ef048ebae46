import { Button, Stack, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import type { BrowseState } from '../../pages/browse/browse-address.ts'
import { phraseText } from './phrase-text.ts'
import { usePhrase } from './use-phrase.ts'

/** Where nothing matches: what the words may mean as a phrase, to be searched for in their place; else an example of a phrase. */
export function PhraseOffer({ state, onChange }: { readonly state: BrowseState; readonly onChange: (next: BrowseState) => void }) {
  const intl = useIntl()
  const wish = usePhrase(state.fulltext, state)
  const example = intl.formatMessage({ id: 'phrase.example.text' })
  if (wish) {
    return (
      <Stack align="center" gap={6} mt="sm">
        <Text ta="center"><FormattedMessage id="phrase.understood" values={{ text: phraseText(intl, wish) }} /></Text>
        <Button onClick={() => onChange(wish.state)}><FormattedMessage id="phrase.apply" /></Button>
      </Stack>
    )
  }
  return (
    <Stack align="center" gap={6} mt="sm">
      <Text c="dimmed" fz="sm" ta="center"><FormattedMessage id="phrase.example" values={{ phrase: example }} /></Text>
      <Button size="compact-sm" variant="subtle" onClick={() => onChange({ ...state, fulltext: example, values: {}, below: {}, dates: {}, numbers: {} })}><FormattedMessage id="phrase.example.try" /></Button>
    </Stack>
  )
}
