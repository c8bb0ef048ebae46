import type { ListedAccount } from '@cartouche/client'
import { Badge } from '@mantine/core'
import { FormattedMessage } from 'react-intl'

const colours = { active: 'green', invited: 'yellow', disabled: 'gray' } as const

/** Whether an account is in use, in a list and beside its name. */
export function AccountState({ kind, state }: Pick<ListedAccount, 'kind' | 'state'>) {
  return (
    <Badge variant="dot" color={colours[state]} fw={500} radius="sm">
      <FormattedMessage id={`accounts.state.${kind}.${state}`} />
    </Badge>
  )
}
