import { useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'

/** What is wrong with a cart's name, or why the cart was not taken. */
export function CartNameProblem({ error }: { readonly error: unknown }) {
  return errorText(useIntl(), error)
}
