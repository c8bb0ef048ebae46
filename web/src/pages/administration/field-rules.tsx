import type { EntityData } from '@cartouche/client'
import { Fieldset, Stack, Switch } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { FieldDefault } from './field-default.tsx'
import { can } from './field-draft.ts'
import type { FieldFormState } from './use-field-form.tsx'

/** When a field is written: as its entry is made, or as one is changed. */
export const fieldMoments = ['create', 'patch'] as const

const moments = {
  create: {
    legend: 'administration.whenMade',
    allowed: 'create',
    mandatory: 'mandatoryCreate',
    initial: 'defaultCreate',
    initialLabel: 'administration.default',
  },
  patch: {
    legend: 'administration.whenChanged',
    allowed: 'update',
    mandatory: 'mandatoryPatch',
    initial: 'defaultPatch',
    initialLabel: 'administration.defaultPatch',
  },
} as const

interface FieldRulesProps {
  readonly moment: (typeof fieldMoments)[number]
  readonly form: FieldFormState
  readonly isBuiltIn: boolean
  readonly schemas: readonly EntityData[]
}

/** Whether a field can be set at a moment, must be, and what fills it. */
export function FieldRules({ moment, form, isBuiltIn, schemas }: FieldRulesProps) {
  const { legend, allowed, mandatory, initial, initialLabel } = moments[moment]
  const intl = useIntl()
  const { type, target } = form.values
  return (
    <Fieldset legend={<FormattedMessage id={legend} />}>
      <Stack gap="sm">
        <Switch
          label={<FormattedMessage id={`administration.${allowed}`} />}
          description={isBuiltIn ? <FormattedMessage id="administration.rule.builtin" /> : null}
          disabled={isBuiltIn}
          {...form.getInputProps(allowed, { type: 'checkbox' })}
        />
        <Switch
          label={<FormattedMessage id={`administration.${mandatory}`} />}
          {...form.getInputProps(mandatory, { type: 'checkbox' })}
        />
        {can.default(type) && (
          <FieldDefault
            type={type}
            label={intl.formatMessage({ id: initialLabel })}
            schemas={schemas}
            target={target}
            value={form.values[initial]}
            onValue={(value) => form.setFieldValue(initial, value)}
          />
        )}
      </Stack>
    </Fieldset>
  )
}
