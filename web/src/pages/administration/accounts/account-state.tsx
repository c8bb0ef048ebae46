import type { ListedAccount } from '@cartouche/client'
import { Badge } from '@mantine/core'
import { FormattedMessage } from 'react-intl'

const colours = { active: 'green', invited: 'yellow', disabled: 'gray' } as const

/** Whether an account is in use, in a list and beside its name. */
export function AccountState({ state }: Pick<ListedAccount, 'state'>) {
  return (
    <Badge variant="dot" color={colours[state]} tt="none" fw={500} radius="sm">
      <FormattedMessage id={`accounts.state.${state}`} />
    </Badge>
  )
}
