import type { ReviewState as State } from '@cartouche/client'
import { Badge } from '@mantine/core'
import { FormattedMessage } from 'react-intl'

const colours: Readonly<Record<State, string>> = {
  waiting: 'yellow',
  approved: 'green',
  rejected: 'red',
  withdrawn: 'gray',
}

/** What was decided about an asset that was submitted. */
export function ReviewState({ state }: { readonly state: State }) {
  return (
    <Badge
      size="sm"
      variant="light"
      radius="sm"
      color={colours[state]}
      fw={500}
      c="var(--mantine-color-text)"
    >
      <FormattedMessage id={`review.state.${state}`} />
    </Badge>
  )
}
