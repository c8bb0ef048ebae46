import { calls, type AuditEntry, type CallParameters, type Calls } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { Code, Skeleton, Table, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { textOr } from '../../../translations/error-text.ts'
import type { TextId } from '../../../translations/texts.ts'
import { changedValues } from './changed-values.ts'
import classes from '../people.module.css'

/** The rows of one page. */
export function AuditRows({ parameters }: { readonly parameters: CallParameters<Calls['findAudit']> }) {
  const { data } = useRead(calls.findAudit, parameters, { freshMs: 0 })
  if (data === undefined)
    return (
      <Table.Tr>
        <Table.Td colSpan={4}>
          <Skeleton h={24} />
        </Table.Td>
      </Table.Tr>
    )
  return data.entries.map((entry) => <AuditRow key={entry.id} entry={entry} />)
}

/** One entry; with what changed where it says that, when it is opened. */
function AuditRow({
  entry: { at, actor, kind, target, before, after, network },
}: {
  readonly entry: AuditEntry
}) {
  const intl = useIntl()
  const [opened, { toggle }] = useDisclosure(false)
  const Chevron = opened ? IconChevronUp : IconChevronDown
  const changes = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const text = (
    <>
      {textOr(intl, `audit.${kind}`, kind)}
      {target !== null && (
        <Text span fw={550}>
          {' '}
          {target.name || <FormattedMessage id="entity.number" values={{ id: String(target.id) }} />}
        </Text>
      )}
    </>
  )
  const who = actor.name || intl.formatMessage({ id: `audit.actor.${actor.kind}` })
  return (
    <Table.Tr>
      <Table.Td className={classes.top}>
        <time dateTime={at}>
          <FormattedDate value={at} dateStyle="short" timeStyle="medium" />
        </time>
      </Table.Td>
      <Table.Td className={classes.top}>
        {changes.length === 0 ? (
          <Text fz="sm">{text}</Text>
        ) : (
          <UnstyledButton fz="sm" aria-expanded={opened} onClick={toggle}>
            {text}
            {'\u00A0'}
            <Chevron size={14} stroke={1.7} style={{ verticalAlign: '-2px' }} aria-hidden />
          </UnstyledButton>
        )}
        <Text fz="xs" c="dimmed" className={classes.narrow}>
          {who}
          {network !== '' && `\u00A0· ${network}`}
        </Text>
        {opened && (
          <dl style={{ margin: '6px 0 0' }}>
            {changes.map((name) => (
              <Change key={name} name={name} before={before?.[name]} after={after?.[name]} />
            ))}
          </dl>
        )}
      </Table.Td>
      <Table.Td className={`${classes.wide} ${classes.top}`}>{who}</Table.Td>
      <Table.Td className={`${classes.wide} ${classes.top}`}>
        <Text fz="sm" c="dimmed">
          {network}
        </Text>
      </Table.Td>
    </Table.Tr>
  )
}

/** Names of what is no field of an asset. */
const labels: Readonly<Record<string, TextId>> = {
  callsPerDay: 'quota.callsPerDay',
  callsPerMinute: 'quota.callsPerMinute',
  email: 'accounts.email',
  files: 'storageLimit.files',
  grants: 'roles.grants',
  locale: 'accounts.locale',
  login: 'accounts.login',
  role: 'accounts.role',
  watermark: 'roles.watermark',
}

function Change({
  name,
  before,
  after,
}: {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}) {
  const intl = useIntl()
  const { gone, come } = changedValues(before, after)
  return (
    <>
      <Text component="dt" fz="xs" c="dimmed">
        {textOr(intl, labels[name] ?? `field.${name}`, name)}
      </Text>
      <dd style={{ margin: '0 0 6px' }}>
        {gone.map((value, at) => (
          <Code key={at} block className={classes.json} c="var(--mantine-color-error)">
            − {textOf(value)}
          </Code>
        ))}
        {come.map((value, at) => (
          <Code key={at} block className={classes.json}>
            + {textOf(value)}
          </Code>
        ))}
      </dd>
    </>
  )
}

/** A value as it stands, or as JSON in one line that can break between its parts. */
const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : JSON.stringify(value).replaceAll(/("(?:[^"\\]|\\.)*")|([,:])/g, (_, text?: string, sign?: string) =>
        sign === undefined ? (text ?? '') : `${sign} `,
      )
