import { singleSignOnOf } from '@cartouche/client'
import { useClient, useSingleSignOn } from '@cartouche/react'
import { Button, Divider, Stack } from '@mantine/core'
import { IconFingerprint, IconLogin2 } from '@tabler/icons-react'
import { useEffect } from 'react'
import { FormattedMessage } from 'react-intl'
import { canUsePasskeys, signInByPasskey } from '../../components/second-factors/passkeys.ts'

export interface OtherWaysProps {
  /** Where to go after the sign-in. */
  readonly to: string
  readonly busy: boolean
  readonly onPasskey: (signIn: () => Promise<void>) => void
}

/** Ways in beside the password: a passkey, and the providers of single sign-on. */
export function OtherWays({ to, busy, onPasskey }: OtherWaysProps) {
  const client = useClient()
  const { data } = useSingleSignOn()
  useEffect(() => {
    // Without the list people still have their password.
    singleSignOnOf(client)
      .fetch(to)
      .catch(() => undefined)
  }, [client, to])
  const providers = data ?? []
  const offersPasskey = canUsePasskeys()
  if (!offersPasskey && providers.length === 0) return null
  return (
    <Stack gap="sm" mt="md">
      <Divider label={<FormattedMessage id="signIn.or" />} />
      {offersPasskey && (
        <Button
          variant="default"
          size="md"
          disabled={busy}
          leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden />}
          onClick={() => onPasskey(() => signInByPasskey(client))}
        >
          <FormattedMessage id="signIn.passkey" />
        </Button>
      )}
      {providers.map(({ id, name, url }) => (
        <Button
          key={id}
          component="a"
          href={url}
          variant="default"
          size="md"
          leftSection={<IconLogin2 size={18} stroke={1.6} aria-hidden />}
        >
          <FormattedMessage id="signIn.provider" values={{ name }} />
        </Button>
      ))}
    </Stack>
  )
}
