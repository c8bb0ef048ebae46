import { Alert, Button, Group, List, Progress, Stack, Table, Text } from '@mantine/core'
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl'
import { problemText, type ImportPlan, type RowProblem } from './plan-import.ts'
import type { CsvTable } from './read-csv.ts'
import type { ImportRun, ImportRunControl } from './use-import-run.ts'
import classes from './records.module.css'

/** What of a table is shown before it is imported, and how many problems are listed. */
const previewRows = 5
const previewColumns = 4
const shownProblems = 100

interface ImportStepsProps {
  readonly run: ImportRun
  readonly control: ImportRunControl
}

/** What the import of a table does now, and what can be done next. */
export function ImportSteps({ run, control }: ImportStepsProps) {
  switch (run.phase) {
    case 'failed':
      return (
        <Stack gap="md">
          <Alert color="red" role="alert">
            {run.text}
          </Alert>
          <CloseLine control={control} />
        </Stack>
      )
    case 'ready':
      return <ReadyStep table={run.table} plan={run.plan} control={control} />
    case 'done':
      return <DoneStep run={run} control={control} />
    default:
      return <RunningStep run={run} control={control} />
  }
}

function RunningStep({
  run: { phase, done, total },
  control,
}: ImportStepsProps & { readonly run: Extract<ImportRun, { phase: 'checking' | 'saving' }> }) {
  const intl = useIntl()
  return (
    <Stack gap="sm">
      <Text aria-live="polite">
        <FormattedMessage id={`records.import.${phase}`} values={{ done, total }} />
      </Text>
      <Progress
        value={(100 * done) / Math.max(1, total)}
        aria-label={intl.formatMessage({ id: 'editMany.progress' })}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={control.stop}>
          <FormattedMessage id="editMany.stop" />
        </Button>
      </Group>
    </Stack>
  )
}

function ReadyStep({
  table,
  plan,
  control,
}: Pick<ImportStepsProps, 'control'> & { readonly table: CsvTable; readonly plan: ImportPlan }) {
  const created = plan.rows.filter(({ record }) => record === null).length
  const values = { created, changed: plan.rows.length - created, unchanged: plan.unchanged }
  return (
    <Stack gap="md">
      <Text fw={550} aria-live="polite">
        <FormattedMessage id="records.import.plan" values={values} />
      </Text>
      {plan.ignored.length > 0 && (
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="records.import.ignored" values={{ names: plan.ignored.join(', ') }} />
        </Text>
      )}
      <Preview table={table} />
      <Problems problems={plan.problems} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={control.close}>
          <FormattedMessage id="action.cancel" />
        </Button>
        <Button disabled={plan.rows.length === 0} onClick={() => void control.save(plan)} data-autofocus>
          <FormattedMessage id="records.import.save" values={{ count: plan.rows.length }} />
        </Button>
      </Group>
    </Stack>
  )
}

function DoneStep({
  run: { saved, left, problems },
  control,
}: ImportStepsProps & { readonly run: Extract<ImportRun, { phase: 'done' }> }) {
  const created = saved.filter(({ record }) => record === null).length
  return (
    <Stack gap="md">
      <Text fw={550} aria-live="polite">
        <FormattedMessage
          id="records.import.done"
          values={{ created, changed: saved.length - created, left }}
        />
      </Text>
      <Problems problems={problems} />
      <CloseLine control={control} />
    </Stack>
  )
}

function CloseLine({ control }: Pick<ImportStepsProps, 'control'>) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={control.close}>
        <FormattedMessage id="action.close" />
      </Button>
    </Group>
  )
}

function Preview({ table: { head, rows } }: { readonly table: CsvTable }) {
  const intl = useIntl()
  return (
    <Table
      layout="fixed"
      fz="sm"
      className={classes.preview}
      aria-label={intl.formatMessage({ id: 'records.import.preview' })}
    >
      <Table.Thead>
        <Table.Tr>
          {head.slice(0, previewColumns).map((name, at) => (
            <Table.Th key={at} className={classes.previewCell}>
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.slice(0, previewRows).map(({ line, cells }) => (
          <Table.Tr key={line}>
            {head.slice(0, previewColumns).map((_name, at) => (
              <Table.Td
                key={at}
                className={classes.previewCell}
                data-number={/^\d+$/.test(cells[at] ?? '') || undefined}
                title={cells[at]}
              >
                {shownCell(intl, cells[at] ?? '')}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** An instant as the export writes it, which is hard to read. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

function shownCell(intl: IntlShape, text: string): string {
  return instant.test(text) && !Number.isNaN(Date.parse(text))
    ? intl.formatDate(text, { dateStyle: 'medium', timeStyle: 'short' })
    : text
}

function Problems({ problems }: { readonly problems: readonly RowProblem[] }) {
  const intl = useIntl()
  if (problems.length === 0) return null
  return (
    <Alert
      color="red"
      title={<FormattedMessage id="records.import.problems" values={{ count: problems.length }} />}
    >
      <List fz="sm">
        {problems.slice(0, shownProblems).map((problem) => (
          <List.Item key={problem.line}>
            <FormattedMessage
              id="records.import.line"
              values={{ line: problem.line, text: problemText(intl, problem) }}
            />
          </List.Item>
        ))}
      </List>
      {problems.length > shownProblems && (
        <Text fz="sm">
          <FormattedMessage
            id="records.import.moreProblems"
            values={{ count: problems.length - shownProblems }}
          />
        </Text>
      )}
    </Alert>
  )
}
