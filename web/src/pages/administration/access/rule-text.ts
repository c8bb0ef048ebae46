import { assetStatuses, operators, type Grantable, type Operator } from '@cartouche/client'
import type { IntlShape } from 'react-intl'
import { textOr } from '../../../translations/error-text.ts'

type RuleField = Pick<Grantable['fields'][number], 'name' | 'label' | 'type'>

/** What a field is called: by its own label, or by ours where it has none. */
export function ruleFieldText(intl: IntlShape, { name, label }: Omit<RuleField, 'type'>): string {
  return label === name ? textOr(intl, `field.${name}`, name) : label
}

/** How a field is compared, of dates as of dates: `is on or before` where a number `is at most`. */
export function operatorText(intl: IntlShape, operator: Operator, type: string | undefined): string {
  const id = `roles.operator.${operator}` as const
  const isDate = type === 'date' || type === 'datetime'
  return isDate
    ? textOr(intl, `roles.operator.date.${operator}`, intl.formatMessage({ id }))
    : intl.formatMessage({ id })
}

/** A condition of a row rule in a reader's words: `“Status” is Published`. Anything else as its JSON. */
export function ruleText(
  intl: IntlShape,
  query: Readonly<Record<string, unknown>>,
  fields: readonly RuleField[],
): string {
  const [[field, comparison] = []] = Object.entries(query)
  const [[operator, value] = []] = Object.entries(comparison ?? {})
  const known = operators.find((one) => one === operator)
  if (field === undefined || known === undefined) return JSON.stringify(query)
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  const texts = values.map((one) =>
    field === 'status'
      ? statusText(intl, one)
      : one === null
        ? intl.formatMessage({ id: 'roles.value.empty' })
        : one === '$me'
          ? intl.formatMessage({ id: 'roles.value.me' })
          : one === '$now'
            ? intl.formatMessage({ id: 'roles.value.now' })
            : typeof one === 'string'
              ? one
              : JSON.stringify(one),
  )
  const ruleField = fields.find(({ name }) => name === field)
  return intl.formatMessage(
    { id: 'access.condition' },
    {
      field: ruleFieldText(intl, ruleField ?? { name: field, label: field }),
      operator: operatorText(intl, known, ruleField?.type),
      values: texts.join(', '),
    },
  )
}

function statusText(intl: IntlShape, value: unknown): string {
  const name = Object.entries(assetStatuses).find(([, number]) => number === value)?.[0]
  return textOr(intl, `status.${name ?? ''}`, JSON.stringify(value))
}
