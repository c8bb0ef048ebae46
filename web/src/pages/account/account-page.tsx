import { secondFactorsOf } from '@cartouche/client'
import { useClient, useSecondFactors, useCurrentUser } from '@cartouche/react'
import { Skeleton, Stack, Title } from '@mantine/core'
import { useEffect } from 'react'
import { FormattedMessage } from 'react-intl'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { OfflineSection } from './offline-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { StorageSection } from './storage-section.tsx'
import { TotpSection } from './totp-section.tsx'

/** The own account: profile, password, second factors, passkeys, sessions. */
export function AccountPage() {
  const user = useCurrentUser()
  const factors = secondFactorsOf(useClient())
  const { data, error } = useSecondFactors()
  useEffect(() => {
    factors.fetch().catch(() => undefined)
  }, [factors])
  if (user === null) return null
  return (
    <Stack gap="lg" p="md" maw={720} mx="auto" w="100%" pb={80}>
      <Title order={1}>
        <FormattedMessage id="accountPage.title" />
      </Title>
      <ProfileSection key={user.id} user={user} />
      <PasswordSection login={user.login} />
      {data === null ? (
        error === null ? (
          <Skeleton h={200} />
        ) : (
          <ErrorViewOf error={error} onRetry={() => void factors.fetch().catch(() => undefined)} />
        )
      ) : (
        <>
          <TotpSection factors={data} />
          <PasskeysSection factors={data} />
        </>
      )}
      <SessionsSection />
      <StorageSection />
      <OfflineSection />
    </Stack>
  )
}
