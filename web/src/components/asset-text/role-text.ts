import type { IntlShape } from 'react-intl'
import { textOr } from '../../translations/error-text.ts'

/** The name of a role: built-in ones in the reader's language, others as they were named. */
export function roleText(intl: IntlShape, name: string): string {
  return textOr(intl, `role.${name}`, name)
}
