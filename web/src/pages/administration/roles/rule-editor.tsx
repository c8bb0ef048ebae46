import type { Grantable } from '@cartouche/client'
import {
  ActionIcon,
  Button,
  Group,
  JsonInput,
  SegmentedControl,
  Select,
  Text,
  type ComboboxItem,
} from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../../theme/tooltip.tsx'
import { operatorText, ruleFieldText } from '../access/rule-text.ts'
import { ConditionValue } from './condition-value.tsx'
import { rowsOf, treeOf, type RuleNode } from './rule-tree.ts'
import classes from '../people.module.css'

type Rows = Record<string, unknown>
type Field = Grantable['fields'][number]

/** A row rule as conditions, or as the JSON that is stored. */
export function RuleEditor({
  rows,
  fields,
  onChange,
}: {
  readonly rows: Rows
  readonly fields: readonly Field[]
  readonly onChange: (rows: Rows) => void
}) {
  const intl = useIntl()
  const [view, setView] = useState<'form' | 'json'>('form')
  return (
    <>
      <SegmentedControl
        size="xs"
        style={{ alignSelf: 'flex-start' }}
        value={view}
        onChange={(next) => setView(next === 'json' ? 'json' : 'form')}
        data={[
          { value: 'form', label: intl.formatMessage({ id: 'roles.conditions' }) },
          { value: 'json', label: 'JSON' },
        ]}
        aria-label={intl.formatMessage({ id: 'roles.ruleView' })}
      />
      {view === 'json' ? (
        <RuleJson rows={rows} onChange={onChange} />
      ) : (
        <RuleGroup node={treeOf(rows)} fields={fields} onChange={(node) => onChange(rowsOf(node))} />
      )}
    </>
  )
}

function RuleJson({ rows, onChange }: { readonly rows: Rows; readonly onChange: (rows: Rows) => void }) {
  const intl = useIntl()
  const [text, setText] = useState(() => JSON.stringify(rows, null, 1))
  const [problem, setProblem] = useState<string | null>(null)
  const take = (next: string): void => {
    setText(next)
    try {
      onChange(rowsOf(treeOf(JSON.parse(next) as Rows)))
      setProblem(null)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <JsonInput
      label={intl.formatMessage({ id: 'roles.rule' })}
      autosize
      minRows={3}
      maxRows={16}
      value={text}
      onChange={take}
      error={problem}
      classNames={{ input: classes.json }}
    />
  )
}

interface NodeProps<Node> {
  readonly node: Node
  readonly fields: readonly Field[]
  readonly onChange: (node: RuleNode) => void
  readonly onRemove?: () => void
}

const kinds = ['all', 'any', 'none'] as const

function RuleGroup({ node, fields, onChange, onRemove }: NodeProps<Extract<RuleNode, { parts: unknown }>>) {
  const intl = useIntl()
  const replace = (at: number, part: RuleNode | null) =>
    onChange({
      ...node,
      parts: node.parts.flatMap((one, index) => (index === at ? (part === null ? [] : [part]) : [one])),
    })
  const [first] = fields
  const add = (part: RuleNode) => onChange({ ...node, parts: [...node.parts, part] })
  return (
    <fieldset className={classes.rule} aria-label={intl.formatMessage({ id: `roles.kind.${node.kind}` })}>
      <Group gap="xs">
        <Select
          size="xs"
          w={190}
          allowDeselect={false}
          aria-label={intl.formatMessage({ id: 'roles.kind' })}
          data={kinds.map((kind) => ({
            value: kind,
            label: intl.formatMessage({ id: `roles.kind.${kind}` }),
          }))}
          value={node.kind}
          onChange={(kind) => onChange({ ...node, kind: kinds.find((one) => one === kind) ?? 'all' })}
        />
        {onRemove && <Remove label={intl.formatMessage({ id: 'roles.removeGroup' })} onClick={onRemove} />}
      </Group>
      {node.parts.map((part, at) =>
        part.kind === 'condition' ? (
          <Condition
            key={at}
            node={part}
            fields={fields}
            onChange={(next) => replace(at, next)}
            onRemove={() => replace(at, null)}
          />
        ) : (
          <RuleGroup
            key={at}
            node={part}
            fields={fields}
            onChange={(next) => replace(at, next)}
            onRemove={() => replace(at, null)}
          />
        ),
      )}
      <Group gap="sm">
        {first !== undefined && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() =>
              add({
                kind: 'condition',
                field: first.name,
                operator: first.operators[0] ?? 'eq',
                values: [null],
              })
            }
          >
            <FormattedMessage id="roles.addCondition" />
          </Button>
        )}
        <Button size="compact-xs" variant="subtle" onClick={() => add({ kind: 'any', parts: [] })}>
          <FormattedMessage id="roles.addGroup" />
        </Button>
      </Group>
    </fieldset>
  )
}

function Condition({
  node,
  fields,
  onChange,
  onRemove,
}: NodeProps<Extract<RuleNode, { kind: 'condition' }>>) {
  const intl = useIntl()
  const field = fields.find(({ name }) => name === node.field)
  const names = fields.map((one) => ({ value: one.name, label: ruleFieldText(intl, one) }))
  const choose = (name: string | null): void => {
    const next = fields.find((one) => one.name === name)
    if (next)
      onChange({ kind: 'condition', field: next.name, operator: next.operators[0] ?? 'eq', values: [null] })
  }
  return (
    <div className={classes.condition}>
      <Select
        size="xs"
        searchable
        allowDeselect={false}
        aria-label={intl.formatMessage({ id: 'roles.field' })}
        data={field ? names : [...names, { value: node.field, label: node.field }]}
        filter={({ options, search }) => options.filter((one) => 'value' in one && isSought(one, search))}
        renderOption={({ option }) => <FieldOption {...option} />}
        value={node.field}
        onChange={choose}
      />
      <Select
        size="xs"
        allowDeselect={false}
        aria-label={intl.formatMessage({ id: 'roles.operator' })}
        data={(field?.operators ?? [node.operator]).map((operator) => ({
          value: operator,
          label: operatorText(intl, operator, field?.type),
        }))}
        value={node.operator}
        onChange={(operator) =>
          onChange({
            ...node,
            operator: field?.operators.find((one) => one === operator) ?? node.operator,
            values: node.values,
          })
        }
      />
      <ConditionValue
        field={field}
        operator={node.operator}
        values={node.values}
        onChange={(values) => onChange({ ...node, values })}
      />
      <Remove
        label={intl.formatMessage(
          { id: 'roles.removeCondition' },
          { field: field ? ruleFieldText(intl, field) : node.field },
        )}
        onClick={onRemove}
      />
    </div>
  )
}

/** Found by its label or by its name in rules. */
function isSought({ value, label }: ComboboxItem, search: string): boolean {
  const sought = search.trim().toLowerCase()
  return label.toLowerCase().includes(sought) || value.toLowerCase().includes(sought)
}

/** A field to choose, with its name in rules below. */
function FieldOption({ value, label }: ComboboxItem) {
  return (
    <div>
      <div>{label}</div>
      <Text fz="xs" c="dimmed">
        {value}
      </Text>
    </div>
  )
}

function Remove({ label, onClick }: { readonly label: string; readonly onClick: (() => void) | undefined }) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={26} onClick={onClick} aria-label={label}>
        <IconX size={14} stroke={1.8} />
      </ActionIcon>
    </Tooltip>
  )
}
