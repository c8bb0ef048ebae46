import { calls, readsOf, type ApplicationKey, type ListedAccount } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorViewOf } from '../../../../components/error-view/error-view.tsx'
import { ConfirmDialog } from '../../confirm-dialog.tsx'
import { useAct } from '../../use-act.ts'
import { KeyCard, type KeyAction } from './key-card.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { RotateKey } from './rotate-key.tsx'

type Opened = { readonly action: 'add' } | { readonly action: KeyAction; readonly key: ApplicationKey } | null

/** The keys of an application: added, changed, given another secret, revoked. */
export function ApplicationKeys({ application }: { readonly application: ListedAccount }) {
  const { id, name } = application
  const intl = useIntl()
  const client = useClient()
  const reads = readsOf(client)
  const { data, error } = useRead(calls.listApplicationKeys, { id }, { freshMs: 0 })
  const { busy, failure, act } = useAct(calls.listApplicationKeys, calls.listEndingKeys)
  const [opened, setOpened] = useState<Opened>(null)
  const close = (): void => setOpened(null)
  const nameOf = (key: ApplicationKey): string => {
    const own = key.name || intl.formatMessage({ id: 'keys.first' })
    // Beside the one that replaced it, which has the same name.
    return key.state === 'replaced' ? intl.formatMessage({ id: 'keys.previous' }, { name: own }) : own
  }
  const revoke = async (key: ApplicationKey): Promise<void> => {
    if (await act(async () => void (await client.call(calls.revokeApplicationKey, { id, keyId: key.id }))))
      close()
  }
  return (
    <Stack gap="xs" component="section" aria-labelledby="keys-title">
      <Title order={2} fz="sm" id="keys-title">
        <FormattedMessage id="keys.title" />
      </Title>
      {data === undefined ? (
        error === null ? (
          <Skeleton h={72} />
        ) : (
          <ErrorViewOf error={error} onRetry={() => reads.invalidate(calls.listApplicationKeys)} />
        )
      ) : data.length === 0 ? (
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="keys.none" values={{ name }} />
        </Text>
      ) : (
        data.map((key) => (
          <KeyCard
            key={key.id}
            apiKey={key}
            name={nameOf(key)}
            onAct={(action) => setOpened({ action, key })}
          />
        ))
      )}
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
        onClick={() => setOpened({ action: 'add' })}
      >
        <FormattedMessage id="keys.add" />
      </Button>
      {(opened?.action === 'add' || opened?.action === 'edit') && (
        <KeyDialog
          application={application}
          apiKey={opened.action === 'edit' ? opened.key : null}
          onClose={close}
        />
      )}
      {opened?.action === 'rotate' && (
        <RotateKey application={application} apiKey={opened.key} name={nameOf(opened.key)} onClose={close} />
      )}
      {opened?.action === 'revoke' && (
        <ConfirmDialog
          title={<FormattedMessage id="keys.revoke.title" values={{ name: nameOf(opened.key) }} />}
          label={<FormattedMessage id="keys.revoke" />}
          busy={busy}
          failure={failure}
          onClose={close}
          onConfirm={() => void revoke(opened.key)}
        >
          <Text>
            <FormattedMessage id="keys.revoke.text" values={{ name }} />
          </Text>
        </ConfirmDialog>
      )}
    </Stack>
  )
}
