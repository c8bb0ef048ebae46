import type { Changes } from '../entities/entity.ts'

/**
 * The multipart body of a draft: `json`, files as parts of their own that it names by `cid:`; undefined where
 * there is no file.
 * @source data-layer §7: save draft
 */
export function draftForm(
  json: Changes,
  parameters: Readonly<Record<string, string | boolean>>,
): FormData | undefined {
  const files = Object.entries(json).filter((entry): entry is [string, Blob] => entry[1] instanceof Blob)
  if (files.length === 0) return undefined
  const form = new FormData()
  const named = { ...json, ...Object.fromEntries(files.map(([field]) => [field, `cid:file-${field}`])) }
  form.append('json', JSON.stringify(named))
  for (const [name, value] of Object.entries(parameters)) form.append(name, String(value))
  for (const [field, file] of files) form.append(`file-${field}`, file)
  return form
}
