import { Alert, Button, CopyButton, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

export interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly doneLabel: React.ReactNode
  readonly onDone: () => void
  /** A dialog around it has the title already. */
  readonly isInDialog?: boolean
}

/** The recovery codes, shown once: to be copied or saved before going on. */
export function RecoveryCodes({ codes, doneLabel, onDone, isInDialog = false }: RecoveryCodesProps) {
  const intl = useIntl()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = codes.join('\n')
  return (
    <Stack gap="md">
      {!isInDialog && (
        <Title order={2} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          <FormattedMessage id="factors.codes.title" />
        </Title>
      )}
      <Text>
        <FormattedMessage id="factors.codes.text" />
      </Text>
      <Alert color="yellow">
        <FormattedMessage id="factors.codes.once" />
      </Alert>
      <SimpleGrid
        component="ul"
        cols={2}
        spacing="xs"
        verticalSpacing="xs"
        p={0}
        m={0}
        style={{ listStyle: 'none' }}
        aria-label={intl.formatMessage({ id: 'factors.codes.title' })}
      >
        {codes.map((code) => (
          <Text key={code} component="li" ff="monospace" fz="sm" ta="center">
            {code}
          </Text>
        ))}
      </SimpleGrid>
      <Group gap="sm">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            >
              <FormattedMessage id={copied ? 'factors.codes.copied' : 'factors.codes.copy'} />
            </Button>
          )}
        </CopyButton>
        <Button
          component="a"
          variant="default"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          <FormattedMessage id="factors.codes.save" />
        </Button>
      </Group>
      <Button onClick={onDone}>{doneLabel}</Button>
    </Stack>
  )
}
