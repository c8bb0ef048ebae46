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

/** Codes of files that are damaged, whole or in part; the others tell what is worth checking. */
const damage: ReadonlySet<string> = new Set([
  'partial',
  'damaged',
  'broken',
  'empty',
  'truncated',
  'inspection_failed',
  'metadata_unreadable',
  'upload_empty',
  'zip_empty',
  'zip_encrypted',
  'zip_broken',
  'zip_bomb',
  'zip_path',
  'format',
])

/** Whether a problem says that the file itself is damaged. */
export function isDamage(code: string): boolean {
  return damage.has(code)
}
