import type { Surfer } from '@cartouche/contract'
import { useClient, useReadable } from '@cartouche/react'
import {
  Avatar,
  Button,
  Popover,
  SegmentedControl,
  Stack,
  Text,
  UnstyledButton,
  VisuallyHidden,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconKeyboard, IconLogout, IconTrash, IconUserCog } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { roleText } from '../asset-text/role-text.ts'
import { install } from '../../offline/install.ts'
import type { Language } from '../../translations/languages.ts'
import type { TextId } from '../../translations/texts.ts'
import { useLanguage } from '../../translations/translations.tsx'

export interface AccountMenuProps {
  readonly user: Surfer
  readonly onSignOut: () => void
  readonly onLanguage: (language: Language) => void
  readonly onShortcuts: () => void
}

/** How an entry of the menu looks. */
const entry = {
  variant: 'subtle',
  color: 'gray',
  justify: 'flex-start',
  px: 8,
  c: 'inherit',
  fw: 450,
} as const

/** Who is signed in; theme, language, keyboard shortcuts, sign-out. */
export function AccountMenu({ user, onSignOut, onLanguage, onShortcuts }: AccountMenuProps) {
  const intl = useIntl()
  const client = useClient()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { language } = useLanguage()
  const canInstall = useReadable(install.isOffered)
  const [opened, { toggle, close }] = useDisclosure(false)
  const label = intl.formatMessage({ id: 'account.open' }, { name: user.name })
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      onClose={close}
      position="bottom-end"
      width={280}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton p={4} onClick={toggle}>
          <Avatar name={user.name} size={28} color="accent" alt="" aria-hidden />
          <VisuallyHidden>{label}</VisuallyHidden>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label={label}>
        <Stack gap={2} px={6} pb={4}>
          <Text fw={600} truncate>
            {user.name}
          </Text>
          <Text fz="sm" c="dimmed" truncate>
            {user.login} · {roleText(intl, user.role.name)}
          </Text>
          {user.role.watermark ? (
            <Text fz="xs" c="dimmed">
              <FormattedMessage id="account.watermarked" />
            </Text>
          ) : null}
        </Stack>
        <Choice
          label="account.theme"
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
          data={(['light', 'dark', 'auto'] as const).map((value) => ({
            value,
            label: intl.formatMessage({ id: `account.theme.${value}` }),
          }))}
        />
        <Choice
          label="account.language"
          value={language}
          onChange={(value) => onLanguage(value as Language)}
          data={[
            { value: 'en', label: <span lang="en">English</span> },
            { value: 'fr', label: <span lang="fr">Français</span> },
          ]}
        />
        <Stack gap={0} mt="sm">
          <Button
            component={Link}
            to="/account"
            {...entry}
            leftSection={<IconUserCog size={17} stroke={1.6} aria-hidden />}
            onClick={close}
          >
            <FormattedMessage id="account.settings" />
          </Button>
          {client.session.can('asset/delete') && (
            <Button
              component={Link}
              to="/trash"
              {...entry}
              leftSection={<IconTrash size={17} stroke={1.6} aria-hidden />}
              onClick={close}
            >
              <FormattedMessage id="trash.title" />
            </Button>
          )}
          {canInstall && (
            <Button
              {...entry}
              leftSection={<IconDownload size={17} stroke={1.6} aria-hidden />}
              onClick={() => {
                close()
                void install.ask()
              }}
            >
              <FormattedMessage id="account.install" />
            </Button>
          )}
          <Button
            {...entry}
            leftSection={<IconKeyboard size={17} stroke={1.6} aria-hidden />}
            onClick={() => {
              close()
              onShortcuts()
            }}
          >
            <FormattedMessage id="account.shortcuts" />
          </Button>
          <Button
            {...entry}
            leftSection={<IconLogout size={17} stroke={1.6} aria-hidden />}
            onClick={onSignOut}
          >
            <FormattedMessage id="account.signOut" />
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

interface ChoiceProps {
  readonly label: TextId
  readonly value: string
  readonly onChange: (value: string) => void
  readonly data: { readonly value: string; readonly label: React.ReactNode }[]
}

function Choice({ label, value, onChange, data }: ChoiceProps) {
  const intl = useIntl()
  return (
    <>
      <Text fz="xs" c="dimmed" fw={550} px={6} mt="sm" mb={4}>
        <FormattedMessage id={label} />
      </Text>
      <SegmentedControl
        fullWidth
        size="xs"
        value={value}
        onChange={onChange}
        aria-label={intl.formatMessage({ id: label })}
        data={data}
      />
    </>
  )
}
