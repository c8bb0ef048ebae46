import { MultiSelect, Select } from '@mantine/core'
import { useIntl } from 'react-intl'
import { languageName } from '../../../components/asset-details/track-name.ts'
import { useOwnLanguages, writtenLanguages } from '../../../components/languages/written-languages.ts'

interface LanguageFieldProps {
  readonly label: string
  readonly hint: string
  readonly isList: boolean
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** A language, or several: those of the person, those that many write in, and what stands there already. */
export function LanguageField({ label, hint, isList, value, onChange }: LanguageFieldProps) {
  const intl = useIntl()
  const own = useOwnLanguages()
  const chosen = [value].flat().filter((one): one is string => typeof one === 'string' && one !== '')
  const data = [...new Set([...chosen, ...own, ...writtenLanguages])].map((code) => ({
    value: code,
    label: languageName(intl, code),
  }))
  const shared = { label, description: hint, data, searchable: true }
  return isList ? (
    <MultiSelect
      {...shared}
      hidePickedOptions
      maxValues={20}
      clearButtonProps={{ 'aria-label': intl.formatMessage({ id: 'action.clearAll' }) }}
      value={chosen}
      onChange={onChange}
    />
  ) : (
    <Select {...shared} allowDeselect={false} value={chosen[0] ?? null} onChange={onChange} />
  )
}
