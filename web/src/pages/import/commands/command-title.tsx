import type { FieldHeader, ImportCommand } from '@cartouche/client'
import { FormattedMessage, useIntl } from 'react-intl'

/** Labels of fields, by what items become and by field, as an import has them. */
export type ImportHeaders = Readonly<Record<string, unknown>>

/** What a command did, with which file or how many, and what of them it changed. */
export function CommandTitle({
  command: { done, kind, total, finished, filename, fields },
  headers,
}: {
  readonly command: ImportCommand
  readonly headers: ImportHeaders
}) {
  const intl = useIntl()
  if (!done) return <FormattedMessage id={`import.change.${kind}.running`} />
  const what =
    filename === undefined
      ? intl.formatMessage(
          { id: `import.change.${kind}` },
          { count: finished, total, isPart: String(finished < total) },
        )
      : kind === 'edit'
        ? filename
        : intl.formatMessage({ id: `import.change.${kind}.file` }, { file: filename, count: finished })
  const names = (fields ?? []).map((field) => labelOf(headers, field))
  if (names.length === 0 || (kind === 'undo' && finished === 0)) return what
  return <FormattedMessage id="labelled" values={{ label: what, text: intl.formatList(names) }} />
}

function labelOf(headers: ImportHeaders, field: string): string {
  const known = Object.values(headers) as Readonly<Record<string, FieldHeader | undefined>>[]
  return known.map((fields) => fields[field]?.name).find((name) => name !== undefined) ?? field
}
