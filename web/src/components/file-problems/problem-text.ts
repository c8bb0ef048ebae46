import type { IntlShape } from 'react-intl'
import { textOr } from '../../translations/error-text.ts'
import { formatBytes } from '../../translations/format.ts'
import { fileTypeInText } from '../asset-text/file-type.ts'

/** What is wrong with a file, as the server says it. */
export interface FileProblem {
  readonly code: string
  /** In English. */
  readonly message: string
  /** What the message says in particular; missing before 0.3.0. */
  readonly data?: Readonly<Record<string, string | number>> | undefined
}

/**
 * What is wrong with a file. The server's English says it in detail; other languages have a text of the code
 * with the same details, where the server gives them, or one without.
 */
export function problemText(intl: IntlShape, { code, message, data }: FileProblem): string {
  if (intl.locale.startsWith('en') && message !== '') return message
  const general = textOr(intl, `import.problem.${code}`, message)
  if (data === undefined) return general
  const values = Object.entries(data).map(([name, value]) => [name, valueText(intl, name, value)] as const)
  return textOr(intl, `import.problem.${code}.detail`, general, Object.fromEntries(values))
}

/** Media types have the names that people know, bytes with their unit. */
function valueText(intl: IntlShape, name: string, value: string | number): string | number {
  if (/bytes$/i.test(name)) return formatBytes(intl, Number(value))
  return /type$/i.test(name) && value !== '' ? fileTypeInText(intl, String(value)) : value
}

/** Codes of files that are damaged, whole or in part; the others say what is worth checking. */
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
