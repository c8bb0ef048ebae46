import {
  calls,
  readsOf,
  type AccessExplanation,
  type CallParameters,
  type Calls,
  type ExplainedRule,
  type Grantable,
} from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import {
  Alert,
  Badge,
  Collapse,
  Skeleton,
  Stack,
  Text,
  Title,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { roleText } from '../../../components/asset-text/role-text.ts'
import { ErrorViewOf } from '../../../components/error-view/error-view.tsx'
import { actionText, resourceText } from '../grant-text.ts'
import { ruleText } from './rule-text.ts'
import classes from '../people.module.css'

type Decision = AccessExplanation['decisions'][number]
type Grant = Decision['grants'][number]

const colours = { yes: 'green', no: 'red', some: 'yellow' } as const

/**
 * The decision in one sentence, then each grant that was looked at and each condition with whether it holds.
 */
export function Explanation({ parameters }: { readonly parameters: CallParameters<Calls['explainAccess']> }) {
  const intl = useIntl()
  const reads = readsOf(useClient())
  const { data, error } = useRead(calls.explainAccess, parameters, { freshMs: 0 })
  if (data === undefined)
    return error !== null ? (
      <ErrorViewOf error={error} onRetry={() => reads.invalidate(calls.explainAccess)} />
    ) : (
      <Skeleton h={120} />
    )
  const { verdict, reason, account, role, entity, decisions } = data
  const values = {
    who: account.name,
    what:
      entity === null
        ? ''
        : entity.name
          ? intl.formatMessage({ id: 'quoted' }, { name: entity.name })
          : intl.formatMessage({ id: 'entity.number' }, { id: String(entity.id) }),
    role: roleText(intl, role.name),
  }
  return (
    <Stack aria-live="polite">
      <Alert
        color={colours[verdict]}
        variant="light"
        title={<FormattedMessage id={`access.verdict.${verdict}`} values={values} />}
      >
        <FormattedMessage id={`access.reason.${reason}`} values={values} />
        {role.watermark && verdict !== 'no' && (
          <Text fz="sm" mt={4}>
            <FormattedMessage id="access.watermark" />
          </Text>
        )}
      </Alert>
      {decisions.map((decision) => (
        <DecisionView key={decision.action} decision={decision} />
      ))}
    </Stack>
  )
}

function DecisionView({ decision: { action, holds, grants } }: { readonly decision: Decision }) {
  const intl = useIntl()
  const [opened, others] = useDisclosure(false)
  const covering = grants.filter(({ covers }) => covers)
  const rest = grants.filter(({ covers }) => !covers)
  return (
    <section aria-label={action}>
      <Title order={2} fz="sm" mb={6}>
        <Mark holds={holds} /> {actionText(intl, action)}
      </Title>
      {covering.length === 0 ? (
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="access.noGrant" />
        </Text>
      ) : (
        <Stack gap="xs">
          {covering.map((grant, at) => (
            <GrantView key={at} grant={grant} />
          ))}
        </Stack>
      )}
      {rest.length > 0 && (
        <>
          <UnstyledButton
            mt={6}
            fz="sm"
            c="var(--accent-text)"
            aria-expanded={opened}
            onClick={others.toggle}
          >
            <FormattedMessage id="access.others" values={{ count: rest.length }} />
          </UnstyledButton>
          <Collapse expanded={opened}>
            <Text fz="sm" c="dimmed">
              {rest.map((grant) => `${grant.resource}/${grant.action}`).join(' · ')}
            </Text>
          </Collapse>
        </>
      )}
    </section>
  )
}

function GrantView({ grant: { resource, action, from, holds, rule } }: { readonly grant: Grant }) {
  const intl = useIntl()
  const { data } = useRead(calls.listGrantables, {})
  const { label = resource, fields = [] } = data?.grantables.find((one) => one.resource === resource) ?? {}
  return (
    <div className={classes.grant}>
      <div className={classes.whyLine}>
        <Mark holds={holds} />
        <span>
          {actionText(intl, action)} · {resourceText(intl, resource, label)}
        </span>
        {from === 'schema' && (
          <Badge variant="light" color="gray" fw={450} radius="sm">
            <FormattedMessage id="access.bySchema" />
          </Badge>
        )}
        {rule === null && (
          <Text span fz="sm" c="dimmed">
            <FormattedMessage id="access.allRows" />
          </Text>
        )}
      </div>
      {rule !== null && (
        <ul className={classes.why}>
          <RuleView rule={rule} fields={fields} />
        </ul>
      )}
    </div>
  )
}

function RuleView({
  rule: { query, holds, parts },
  fields,
}: {
  readonly rule: ExplainedRule
  readonly fields: Grantable['fields']
}) {
  const intl = useIntl()
  const group = Object.keys(query)[0]
  return (
    <li>
      <div className={classes.whyLine}>
        <Mark holds={holds} />
        {parts.length === 0 ? (
          <span>{ruleText(intl, query, fields)}</span>
        ) : (
          <FormattedMessage
            id={group === 'and' ? 'roles.kind.all' : group === 'or' ? 'roles.kind.any' : 'roles.kind.none'}
          />
        )}
      </div>
      {parts.length > 0 && (
        <ul className={classes.why}>
          {parts.map((part, at) => (
            <RuleView key={at} rule={part} fields={fields} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** Holds, does not, or nobody asked of which entity. */
function Mark({ holds }: { readonly holds: boolean | null }) {
  const intl = useIntl()
  const label = intl.formatMessage({
    id: holds === null ? 'access.depends' : holds ? 'access.holds' : 'access.fails',
  })
  const Icon = holds === null ? IconMinus : holds ? IconCheck : IconX
  const colour =
    holds === null
      ? 'var(--mantine-color-dimmed)'
      : holds
        ? 'var(--mantine-color-green-text)'
        : 'var(--mantine-color-error)'
  return (
    <>
      <Icon size={15} stroke={2.2} aria-hidden color={colour} style={{ flex: 'none', verticalAlign: -2 }} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </>
  )
}
