import { useCan } from '@cartouche/react'
import { Stack, Text, Title } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { NoPermission } from '../../components/no-permission/no-permission.tsx'
import { Buttons } from './buttons.tsx'
import { Fields } from './fields.tsx'
import { Notices } from './notices.tsx'
import { Surfaces } from './surfaces.tsx'
import { Tokens } from './tokens.tsx'

/**
 * Every component in every state, for whoever changes the look: nothing leads here. In English alone, as it
 * is for developers. Closed to whom may not change the look of the application.
 */
export function DesignPage() {
  if (!useCan('branding/update')) return <NoPermission what={<FormattedMessage id="noPermission.design" />} />
  return (
    <Stack gap={40} p="md" maw={1080} mx="auto" w="100%" pb={80} lang="en">
      <header>
        <Title order={1}>Design system</Title>
        <Text c="dimmed">
          Tokens stand in theme/theme.ts and theme/theme.css; components of the field come from Mantine, those
          of the product from components/.
        </Text>
      </header>
      <Tokens />
      <Buttons />
      <Fields />
      <Notices />
      <Surfaces />
    </Stack>
  )
}
