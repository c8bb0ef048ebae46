import { useConfig, useSession } from '@cartouche/react'
import { Alert, Center, Paper, Stack, Title } from '@mantine/core'
import { Navigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { ChangePasswordForm } from './change-password-form.tsx'
import { returnAddress } from './return-address.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Sign-in; goes on to where the person wanted to be. A password that must be changed (403/2) is changed here. */
export function SignInPage() {
  const session = useSession()
  const search = useSearch({ from: '/sign-in' })
  const organisation = useConfig().data?.organisation
  const [expired, setExpired] = useState<{ login: string; password: string } | null>(null)
  if (session.connected && session.surfer !== null) return <Navigate to={returnAddress(search['to'])} replace />
  return (
    <Center component="main" mih="100%" p="md" bg="var(--ground-quiet)">
      <Stack w="100%" maw={380} gap="lg">
        <Stack gap="sm" align="center">
          <img src="/mark.svg" alt="" width={44} height={44} />
          <Title order={1} ta="center">
            {organisation === undefined || organisation === '' ? <FormattedMessage id="signIn.title" /> : <FormattedMessage id="signIn.to" values={{ organisation }} />}
          </Title>
        </Stack>
        {search['ended'] === undefined ? null : <output><Alert color="yellow"><FormattedMessage id="signIn.ended" /></Alert></output>}
        <Paper withBorder p="lg">
          {expired === null
            ? <SignInForm onPasswordExpired={(login, password) => setExpired({ login, password })} />
            : <ChangePasswordForm {...expired} />}
        </Paper>
      </Stack>
    </Center>
  )
}
