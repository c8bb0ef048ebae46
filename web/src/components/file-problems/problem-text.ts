import type { IntlShape } from 'react-intl'
import { textOr } from '../../translations/error-text.ts'

/**
 * What is wrong with a file. The server's English says it in detail; other languages say it by the code,
 * where they have a text for it.
 */
export function problemText(
  intl: IntlShape,
  { code, message }: { readonly code: string; readonly message: string },
): string {
  return intl.locale.startsWith('en') && message !== ''
    ? message
    : textOr(intl, `import.problem.${code}`, message)
}
