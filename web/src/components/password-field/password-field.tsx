import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useIntl } from 'react-intl'

/**
 * A field for a password, which screen readers hear to be invalid while it has an error: the library says so
 * of all fields but this one.
 */
export function PasswordField(props: PasswordInputProps) {
  const intl = useIntl()
  return (
    <PasswordInput
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': intl.formatMessage({ id: 'signIn.showPassword' }) }}
      {...props}
    />
  )
}
