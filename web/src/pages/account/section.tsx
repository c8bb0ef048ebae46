import { Paper, Stack, Text, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { TextId } from '../../translations/texts.ts'

/** A part of the account page: what it is about, a sentence, and what can be done. */
export function Section({
  title,
  text,
  children,
}: {
  readonly title: TextId
  readonly text?: TextId
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby={id}>
      <Stack gap="md">
        <Stack gap={2}>
          <Title order={2} id={id}>
            <FormattedMessage id={title} />
          </Title>
          {text && (
            <Text c="dimmed" fz="sm">
              <FormattedMessage id={text} />
            </Text>
          )}
        </Stack>
        {children}
      </Stack>
    </Paper>
  )
}
