import { calls } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { Select, type SelectProps } from '@mantine/core'
import { useIntl } from 'react-intl'
import { roleText } from '../../components/asset-text/role-text.ts'

type RoleSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  readonly value: number | null
  readonly onChange: (role: number | null) => void
}

/** One role of all, by name. */
export function RoleSelect({ value, onChange, ...props }: RoleSelectProps) {
  const intl = useIntl()
  const { data } = useRead(calls.listRoles, {})
  return (
    <Select
      searchable
      {...props}
      data={(data?.roles ?? []).map(({ id, name }) => ({ value: String(id), label: roleText(intl, name) }))}
      value={value === null ? null : String(value)}
      onChange={(role) => onChange(role === null ? null : Number(role))}
    />
  )
}
