import { calls, logLevels, type LogRecord } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { Badge, Code, Skeleton, Stack, Table, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { formatAgo } from '../../../translations/format.ts'
import type { parametersOf } from './log-filter.ts'
import classes from './logs.module.css'

/** The rows of one page. */
export function LogRows({
  parameters,
}: {
  readonly parameters: ReturnType<typeof parametersOf> & { readonly after?: string }
}) {
  const { data } = useRead(calls.findLogs, parameters, { freshMs: 0 })
  if (!data)
    return (
      <Table.Tr>
        <Table.Td colSpan={5}>
          <Skeleton h={24} />
        </Table.Td>
      </Table.Tr>
    )
  return data.response.data.map((record) => <LogRow key={record.id} record={record} />)
}

const colours: Readonly<Record<number, string>> = {
  [logLevels.fatal]: 'red',
  [logLevels.error]: 'red',
  [logLevels.warn]: 'yellow',
}

/** One message: its first line, and all of it with where it came from when it is opened. */
function LogRow({
  record: { level, message, user, session, userAgent, count, first, last },
}: {
  readonly record: LogRecord
}) {
  const intl = useIntl()
  const [opened, setOpened] = useState(false)
  const [line = ''] = message.split('\n')
  return (
    <Table.Tr>
      <Table.Td className={classes.top}>
        <Badge variant="dot" color={colours[level] ?? 'gray'} fw={500} radius="sm" miw="max-content">
          <FormattedMessage id={`logs.level.${level as 0 | 10 | 20 | 30 | 40 | 50}`} />
        </Badge>
      </Table.Td>
      <Table.Td className={`${classes.messageCell} ${classes.top}`}>
        <UnstyledButton
          className={classes.message}
          data-opened={opened || undefined}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {line}
        </UnstyledButton>
        {opened && (
          <Stack gap={4} mt={6}>
            <Code block className={classes.whole}>
              {message}
            </Code>
            <Text fz="xs" c="dimmed">
              <FormattedMessage id="logs.browser" values={{ name: userAgent === '' ? '–' : userAgent }} />
            </Text>
            {session !== null && (
              <Text fz="xs" c="dimmed">
                <FormattedMessage id="logs.session" values={{ id: session }} />
              </Text>
            )}
            <Text fz="xs" c="dimmed">
              <FormattedMessage
                id="logs.first"
                values={{ date: <FormattedDate value={first} dateStyle="medium" timeStyle="medium" /> }}
              />
            </Text>
          </Stack>
        )}
      </Table.Td>
      <Table.Td className={`${classes.wide} ${classes.top} ${classes.who}`}>
        {user?.name ?? (
          <Text span c="dimmed" fz="sm">
            <FormattedMessage id="logs.nobody" />
          </Text>
        )}
      </Table.Td>
      <Table.Td className={`${classes.wide} ${classes.top}`} ta="right">
        {intl.formatNumber(count)}
      </Table.Td>
      <Table.Td className={`${classes.wide} ${classes.top}`}>
        <time dateTime={last}>{formatAgo(intl, last)}</time>
      </Table.Td>
    </Table.Tr>
  )
}
