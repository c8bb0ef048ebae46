import { secondFactorsOf, type Factors, type Passkey } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useWithProof } from '../../components/proof/proof-context.ts'
import { FactorFailure } from '../../components/second-factors/factor-failure.tsx'
import { canUsePasskeys, createPasskey } from '../../components/second-factors/passkeys.ts'
import { Tooltip } from '../../theme/tooltip.tsx'
import { deviceName } from './device-name.ts'
import { Section } from './section.tsx'

type Dialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey }
  | null

/** Passkeys: added, named, removed. */
export function PasskeysSection({ factors }: { readonly factors: Factors }) {
  const intl = useIntl()
  const client = useClient()
  const [dialog, setDialog] = useState<Dialog>(null)
  const close = (): void => setDialog(null)
  const withProof = useWithProof()
  const store = secondFactorsOf(client)
  return (
    <Section
      title="accountPage.passkeys"
      text={canUsePasskeys() ? 'accountPage.passkeys.text' : 'accountPage.passkeys.impossible'}
    >
      {factors.passkeys.length > 0 && (
        <Stack
          component="ul"
          gap="xs"
          p={0}
          m={0}
          style={{ listStyle: 'none' }}
          aria-label={intl.formatMessage({ id: 'accountPage.passkeys' })}
        >
          {factors.passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setDialog({ kind: 'rename', passkey })}
              onRemove={() => setDialog({ kind: 'remove', passkey })}
            />
          ))}
        </Stack>
      )}
      {canUsePasskeys() && (
        <Button
          w="fit-content"
          variant={factors.passkeys.length > 0 ? 'default' : 'filled'}
          leftSection={<IconFingerprint size={17} stroke={1.6} aria-hidden />}
          onClick={() => setDialog({ kind: 'add' })}
        >
          <FormattedMessage id="factors.passkey.add" />
        </Button>
      )}
      <Modal
        opened={dialog?.kind === 'add'}
        onClose={close}
        title={<FormattedMessage id="factors.passkey.add" />}
      >
        <NameForm
          initial={deviceName(navigator.userAgent)}
          label={<FormattedMessage id="factors.passkey.make" />}
          onClose={close}
          onName={async (name) => {
            await withProof(() => createPasskey(client, name))
            notifications.show({ message: <FormattedMessage id="factors.passkey.added" values={{ name }} /> })
          }}
        />
      </Modal>
      <Modal
        opened={dialog?.kind === 'rename'}
        onClose={close}
        title={<FormattedMessage id="factors.passkey.rename" />}
      >
        {dialog?.kind === 'rename' && (
          <NameForm
            initial={dialog.passkey.name}
            label={<FormattedMessage id="action.save" />}
            onClose={close}
            onName={(name) => withProof(() => store.renamePasskey(dialog.passkey.id, name))}
          />
        )}
      </Modal>
      <Modal
        opened={dialog?.kind === 'remove'}
        onClose={close}
        title={
          <FormattedMessage
            id="factors.passkey.removeTitle"
            values={{ name: dialog?.kind === 'remove' ? dialog.passkey.name : '' }}
          />
        }
      >
        {dialog?.kind === 'remove' && (
          <RemoveForm
            onClose={close}
            onRemove={() => withProof(() => store.deletePasskey(dialog.passkey.id))}
          />
        )}
      </Modal>
    </Section>
  )
}

function PasskeyRow({
  passkey,
  onRename,
  onRemove,
}: {
  readonly passkey: Passkey
  readonly onRename: () => void
  readonly onRemove: () => void
}) {
  const intl = useIntl()
  const { name, createdAt, usedAt, isUsable } = passkey
  const rename = intl.formatMessage({ id: 'factors.passkey.renameNamed' }, { name })
  const remove = intl.formatMessage({ id: 'action.remove' }, { name })
  const date = (at: string): string => intl.formatDate(at, { dateStyle: 'medium' })
  return (
    <Group component="li" wrap="nowrap" gap="sm" align="flex-start">
      <IconFingerprint size={22} stroke={1.5} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
      <Stack gap={0} mr={4} style={{ flex: 1, minWidth: 0 }}>
        <Text truncate>{name}</Text>
        <Text fz="sm" c="dimmed">
          {usedAt === null ? (
            <FormattedMessage id="accountPage.passkey.unused" values={{ date: date(createdAt) }} />
          ) : (
            <FormattedMessage id="accountPage.passkey.used" values={{ date: date(usedAt) }} />
          )}
          {isUsable ? null : (
            <>
              {' '}
              · <FormattedMessage id="accountPage.passkey.otherAddress" />
            </>
          )}
        </Text>
      </Stack>
      <Tooltip label={rename}>
        <ActionIcon aria-label={rename} onClick={onRename}>
          <IconPencil size={17} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={remove}>
        <ActionIcon aria-label={remove} onClick={onRemove}>
          <IconTrash size={17} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

interface NameFormProps {
  readonly initial: string
  readonly label: React.ReactNode
  readonly onName: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

function NameForm({ initial, label, onName, onClose }: NameFormProps) {
  const [name, setName] = useState(initial)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    await onName(name.trim()).then(onClose, setFailure)
    setBusy(false)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      noValidate
    >
      <Stack gap="md">
        <FactorFailure error={failure} />
        <TextInput
          data-autofocus
          label={<FormattedMessage id="accountPage.name" />}
          description={<FormattedMessage id="factors.passkey.nameText" />}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button type="submit" loading={busy} disabled={name.trim() === ''}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function RemoveForm({
  onRemove,
  onClose,
}: {
  readonly onRemove: () => Promise<void>
  readonly onClose: () => void
}) {
  const [failure, setFailure] = useState<unknown>(null)
  return (
    <Stack gap="md">
      <Text>
        <FormattedMessage id="factors.passkey.removeText" />
      </Text>
      <FactorFailure error={failure} />
      <Group gap="xs" justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          <FormattedMessage id="action.cancel" />
        </Button>
        <Button color="red" onClick={() => void onRemove().then(onClose, setFailure)}>
          <FormattedMessage id="factors.passkey.remove" />
        </Button>
      </Group>
    </Stack>
  )
}
