import { useClient, useSession } from '@cartouche/react'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'

/**
 * Stands where a page is closed to this person. `what`: a sentence about the permission that they lack.
 * `action`: a way on besides the home page.
 */
export function NoPermission({ what, action }: { readonly what: ReactNode; readonly action?: ReactNode }) {
  const { user } = useSession()
  return (
    <Stack gap="md" p="xl" maw={640} mx="auto" w="100%" role="alert">
      <Title order={1} style={{ textWrap: 'balance' }}>
        {what}
      </Title>
      <Text>
        <FormattedMessage id="noPermission.next" values={{ name: user?.name }} />
      </Text>
      <Group gap="sm">
        {action}
        <Button component={Link} to="/" variant={action === undefined ? 'filled' : 'default'}>
          <FormattedMessage id="action.goHome" />
        </Button>
        <OtherAccount />
      </Group>
    </Stack>
  )
}

/** Signs out; the sign-in that follows leads back to this address. */
function OtherAccount() {
  const { session } = useClient()
  const [isLeaving, setLeaving] = useState(false)
  const leave = (): void => {
    setLeaving(true)
    session.signOut().then(
      (continueAt) => {
        if (continueAt !== undefined) window.location.assign(continueAt)
      },
      () => setLeaving(false),
    )
  }
  return (
    <Button variant="default" loading={isLeaving} onClick={leave}>
      <FormattedMessage id="noPermission.signIn" />
    </Button>
  )
}
