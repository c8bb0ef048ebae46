import type { Surfer } from '@cartouche/contract'
import { Avatar, Menu, SegmentedControl, Stack, Text, UnstyledButton, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { IconKeyboard, IconLogout } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { textOr } from '../../translations/error-text.ts'
import { useLanguage, type Language } from '../../translations/translations.tsx'

export interface AccountMenuProps {
  readonly surfer: Surfer
  readonly onSignOut: () => void
  readonly onLanguage: (language: Language) => void
  readonly onShortcuts: () => void
}

/** Who is signed in; theme, language, keyboard shortcuts, sign-out. */
export function AccountMenu({ surfer, onSignOut, onLanguage, onShortcuts }: AccountMenuProps) {
  const intl = useIntl()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { language } = useLanguage()
  return (
    <Menu position="bottom-end" width={260} closeOnItemClick>
      <Menu.Target>
        <UnstyledButton aria-label={intl.formatMessage({ id: 'account.open' }, { name: surfer.name })} p={4}>
          <Avatar name={surfer.name} size={28} color="accent" alt="" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Stack gap={2} px="sm" py={6}>
          <Text fw={600} truncate>{surfer.name}</Text>
          <Text fz="sm" c="dimmed" truncate>{surfer.login} · {textOr(intl, `role.${surfer.role.name}`, surfer.role.name)}</Text>
          {surfer.role.watermark ? <Text fz="xs" c="dimmed"><FormattedMessage id="account.watermarked" /></Text> : null}
        </Stack>
        <Menu.Divider />
        <Menu.Label><FormattedMessage id="account.theme" /></Menu.Label>
        <SegmentedControl
          fullWidth size="xs" px="xs" bg="transparent" value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}
          aria-label={intl.formatMessage({ id: 'account.theme' })}
          data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: intl.formatMessage({ id: `account.theme.${value}` }) }))}
        />
        <Menu.Label><FormattedMessage id="account.language" /></Menu.Label>
        <SegmentedControl
          fullWidth size="xs" px="xs" bg="transparent" value={language} onChange={(value) => onLanguage(value as Language)}
          aria-label={intl.formatMessage({ id: 'account.language' })}
          data={[{ value: 'en', label: <span lang="en">English</span> }, { value: 'fr', label: <span lang="fr">Français</span> }]}
        />
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.6} />} onClick={onShortcuts}><FormattedMessage id="account.shortcuts" /></Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={onSignOut}><FormattedMessage id="account.signOut" /></Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
