import { useSchema } from '@cartouche/react'
import { Alert, Button, Group, List, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { takeLostFocus } from '../empty-state/take-lost-focus.ts'
import { errorText, textOr } from '../../translations/error-text.ts'
import { nounOf } from './noun-of.ts'
import type { EditRun, EditRunControl } from './use-edit-run.ts'

/** Assets that are named at most where something failed. */
const mostNamed = 100

interface EditProgressProps {
  readonly run: EditRun
  readonly control: EditRunControl
  readonly onClose: () => void
}

/**
 * How far a change of many assets is, and what came of it: what failed and why, what can be done again and
 * undone.
 */
export function EditProgress({ run, control, onClose }: EditProgressProps) {
  const intl = useIntl()
  const noun = nounOf(run.path)
  const { phase, done, total, changed, failed, canceled } = run
  if (phase === 'running' || phase === 'undoing') {
    return (
      <Stack gap="sm" aria-live="polite">
        <Text>
          <FormattedMessage
            id={phase === 'running' ? 'editMany.running' : 'editMany.undoing'}
            values={{ done, total, noun }}
          />
        </Text>
        <Progress
          value={phase === 'undoing' ? 100 : total === 0 ? 0 : Math.min(99, (100 * done) / total)}
          animated={phase === 'undoing'}
          aria-label={intl.formatMessage({ id: 'editMany.progress' })}
        />
        {phase === 'running' && (
          <Group justify="flex-end">
            <Button variant="default" onClick={control.stop}>
              <FormattedMessage id="editMany.stop" />
            </Button>
          </Group>
        )}
      </Stack>
    )
  }
  return (
    <Stack gap="md">
      <Text component="output" fw={600}>
        <FormattedMessage
          id={phase === 'done' ? 'selection.workflow.done' : 'editMany.undone'}
          values={{ count: changed, noun }}
        />
      </Text>
      {canceled > 0 && (
        <Text>
          <FormattedMessage id="editMany.canceled" values={{ count: canceled, noun }} />
        </Text>
      )}
      {failed.length > 0 && (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={<FormattedMessage id="selection.workflow.failed" values={{ count: failed.length, noun }} />}
        >
          <Named
            items={failed.map(({ id, name, error }) => ({
              id,
              text: intl.formatMessage({ id: 'labelled' }, { label: name, text: errorText(intl, error) }),
            }))}
          />
        </Alert>
      )}
      <SkippedAlert run={run} />
      <Group justify="flex-end">
        {phase === 'done' && (failed.length > 0 || canceled > 0) && (
          <Button variant="default" onClick={control.retry}>
            <FormattedMessage id="action.retry" />
          </Button>
        )}
        {phase === 'done' && changed > 0 && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} stroke={1.7} aria-hidden />}
            onClick={control.undo}
          >
            <FormattedMessage id="action.undo" />
          </Button>
        )}
        <Button ref={takeLostFocus} onClick={onClose}>
          <FormattedMessage id="action.close" />
        </Button>
      </Group>
    </Stack>
  )
}

function SkippedAlert({ run: { path, skipped } }: { readonly run: EditRun }) {
  const intl = useIntl()
  const { fields } = useSchema(path)
  if (skipped.length === 0) return null
  const labelOf = (field: string): string => fields[field]?.name ?? textOr(intl, `field.${field}`, field)
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={<FormattedMessage id="editMany.kept" values={{ count: skipped.length, noun: nounOf(path) }} />}
    >
      <Named
        items={skipped.map(({ id, name, fields: names }) => ({
          id,
          text: intl.formatMessage(
            { id: 'labelled' },
            { label: name, text: intl.formatList(names.map(labelOf)) },
          ),
        }))}
      />
    </Alert>
  )
}

function Named({ items }: { readonly items: readonly { readonly id: number; readonly text: string }[] }) {
  return (
    <>
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {items.slice(0, mostNamed).map(({ id, text }) => (
          <List.Item key={`${id} ${text}`}>{text}</List.Item>
        ))}
      </List>
      {items.length > mostNamed && (
        <Text fz="sm">
          <FormattedMessage id="editMany.andMore" values={{ count: items.length - mostNamed }} />
        </Text>
      )}
    </>
  )
}
