import type { ReviewState as State } from '@cartouche/client'
import { Badge } from '@mantine/core'
import { FormattedMessage } from 'react-intl'

const colours: Readonly<Record<State, string>> = {
  waiting: 'yellow',
  approved: 'green',
  rejected: 'red',
  withdrawn: 'gray',
}

/** What became of an asset that was submitted. */
export function ReviewState({ state }: { readonly state: State }) {
  return (
    <Badge size="sm" variant="light" color={colours[state]} tt="none">
      <FormattedMessage id={`review.state.${state}`} />
    </Badge>
  )
}
