import { assetStatuses, calls, isInProgress, type FieldHeader } from '@cartouche/client'
import { useEntity, useRead } from '@cartouche/react'
import { useIntl, type IntlShape } from 'react-intl'
import { natureById } from './nature-of.ts'
import { textOr } from '../../translations/error-text.ts'

interface ValueNameProps {
  readonly field: string
  readonly value: string
  readonly header: FieldHeader | undefined
}

/** The name of a value that constrains: that of the linked entity; a text is its own name. */
export function ValueName({ field, value, header }: ValueNameProps) {
  const intl = useIntl()
  const path = linkedPath(header)
  if (field === 'importjob' && /^\d{1,15}$/.test(value)) return <ImportName id={Number(value)} />
  if (path !== undefined && /^\d+$/.test(value))
    return <LinkedName path={path} id={Number(value)} field={field} />
  return valueName(intl, field, { id: value, name: value }, header)
}

/** Whoever may not see the import, or where it was deleted, reads its number. */
function ImportName({ id }: { readonly id: number }) {
  const { data } = useRead(calls.getImportJob, { id })
  return data?.response.data.name ?? String(id)
}

function LinkedName({
  path,
  id,
  field,
}: {
  readonly path: string
  readonly id: number
  readonly field: string
}) {
  const intl = useIntl()
  const { data, status } = useEntity(path, id)
  if (data === null && (status === 'unknown' || isInProgress(status))) return '…'
  // One that was merged or deleted has no name any more.
  return valueName(intl, field, {
    id,
    name: data?.name ?? intl.formatMessage({ id: 'entity.number' }, { id: String(id) }),
  })
}

/** The resource path of what a field links to; undefined where it links to nothing. */
export function linkedPath(header: FieldHeader | undefined): string | undefined {
  return header?.href?.split('/api/rest/')[1]
}

/** The name of a value: natures, statuses, yes and no in the reader's language, others by their own name. */
export function valueName(
  intl: IntlShape,
  field: string,
  { id, name }: { readonly id: number | string; readonly name?: string | undefined },
  header?: Pick<FieldHeader, 'type'>,
): string {
  const plain = name === undefined || name === '' ? String(id) : name
  if (field === '$label' || field === '$pick') return textOr(intl, `marks.${field.slice(1)}.${plain}`, plain)
  if (header?.type === 'boolean') return textOr(intl, `records.filter.${plain}`, plain)
  if (field === 'rootnature') return textOr(intl, `nature.${natureById(Number(id)) ?? ''}`, plain)
  const status = Object.entries(assetStatuses).find(([, known]) => String(known) === String(id))?.[0]
  return field === 'status' ? textOr(intl, `status.${status ?? plain}`, plain) : plain
}
