import { useConfig, useSession, useSingleSignOn } from '@cartouche/react'
import { Alert, Center, Paper, Stack, Title } from '@mantine/core'
import { Navigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { loadPart } from '../../connection/load-part.ts'
import { brandGround, brandSurface } from '../../components/brand/brand-ground.ts'
import { BrandMark } from '../../components/brand/brand-mark.tsx'
import { useSayPage } from '../../components/spoken/spoken.ts'
import { brand } from '../../theme/brand.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import { returnAddress } from './return-address.ts'
import { SignInForm } from './sign-in-form.tsx'
import { stepOfHash, type SignInStep } from './sign-in-step.ts'

// Most sign-ins need neither.
const Enrolment = lazy(async () => ({ default: (await loadPart(() => import('./enrolment.tsx'))).Enrolment }))
const FactorForm = lazy(async () => ({
  default: (await loadPart(() => import('./factor-form.tsx'))).FactorForm,
}))

/**
 * Sign-in; goes on to where the person wanted to be. A password that must be changed (403/2) is changed here,
 * a second factor is asked for or set up.
 */
export function SignInPage() {
  const session = useSession()
  const search = useSearch({ from: '/sign-in' })
  const organisation = useConfig().data?.organisation ?? brand.appName
  useSayPage(useIntl().formatMessage({ id: 'signIn.title' }))
  const [step, setStep] = useState<SignInStep>(() => stepOfHash(window.location.hash))
  useEffect(() => {
    // What stands behind the hash is good once: it must not lie in the history.
    if (window.location.hash !== '')
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  }, [])
  const to = returnAddress(search['to'])
  if (session.connected && session.user !== null) return <Navigate to={to} replace />
  return (
    <Center component="main" mih="100%" p="md" style={{ background: 'var(--ground-quiet)', ...brandGround }}>
      <Stack w="100%" maw={brand.background === '' ? 380 : 428} gap="lg" style={brandSurface}>
        <Stack gap="sm" align="center">
          <BrandMark size={44} />
          <Title order={1} ta="center">
            {organisation === undefined || organisation === '' ? (
              <FormattedMessage id="signIn.title" />
            ) : (
              <FormattedMessage id="signIn.to" values={{ organisation }} />
            )}
          </Title>
        </Stack>
        {search['ended'] === undefined ? null : (
          <output>
            <Alert color="yellow">
              <FormattedMessage id="signIn.ended" />
            </Alert>
          </output>
        )}
        {typeof search['failed'] === 'string' && step.kind === 'start' && (
          <ProviderFailure id={search['failed']} />
        )}
        <Paper withBorder p="lg">
          {step.kind === 'start' && <SignInForm to={to} onStep={setStep} />}
          {step.kind === 'password-change' && (
            <ChangePasswordForm login={step.login} password={step.password} onStep={setStep} />
          )}
          <Suspense>
            {step.kind === 'factor' && (
              <FactorForm
                challenge={step.challenge}
                methods={step.methods}
                onRestart={() => setStep({ kind: 'start' })}
              />
            )}
            {step.kind === 'enrolment' && (
              <Enrolment challenge={step.challenge} onRestart={() => setStep({ kind: 'start' })} />
            )}
          </Suspense>
        </Paper>
      </Stack>
    </Center>
  )
}

function ProviderFailure({ id }: { readonly id: string }) {
  const name = useSingleSignOn().data?.find((provider) => provider.id === id)?.name ?? id
  return (
    <Alert color="red" role="alert">
      <FormattedMessage id="signIn.providerFailed" values={{ name }} />
    </Alert>
  )
}
