import { Fieldset, Stack, TextInput } from '@mantine/core'
import { FormattedMessage } from 'react-intl'

const names = ['dxmUrl', 'richTextEditorKey', 'spellcheckerKey'] as const
export type SettingName = (typeof names)[number]
type Values = Readonly<Record<SettingName, string>>

/** What the interface gets beside its look. @source data-layer §3 Application info */
export function ApplicationSettings({
  values,
  onChange,
}: {
  readonly values: Values
  readonly onChange: (values: Values) => void
}) {
  return (
    <Fieldset legend={<FormattedMessage id="branding.application" />}>
      <Stack gap="sm">
        {names.map((name) => (
          <TextInput
            key={name}
            type={name === 'dxmUrl' ? 'url' : 'text'}
            autoComplete="off"
            spellCheck={false}
            maxLength={name === 'dxmUrl' ? 2000 : 500}
            label={<FormattedMessage id={`branding.${name}`} />}
            description={<FormattedMessage id={`branding.${name}.hint`} />}
            value={values[name]}
            onChange={(event) => onChange({ ...values, [name]: event.currentTarget.value })}
          />
        ))}
      </Stack>
    </Fieldset>
  )
}
