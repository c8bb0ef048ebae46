import { ApiError } from '@cartouche/contract'

type Values = Readonly<Record<string, unknown>>

/**
 * The parameters of a request that carries properties, as the server reads them: fields `prop_{field}` and
 * what stands in `json` (or in the field that `jsonproperty` names) become `json`; a file takes the place of
 * the `cid:{part}` that names it.
 * @throws upload_format for a part that is missing or that no field names, upload_empty
 * @source data-layer §7 Entities; decision 0041
 */
export function withProperties(given: Values, form: FormData | undefined): Record<string, unknown> {
  const parameters: Values = { ...given, ...(form ? fieldsOf(form) : {}) }
  const own = Object.entries(parameters)
    .filter(([name]) => name.startsWith('prop_'))
    .map(([name, value]) => [name.slice('prop_'.length), value])
  const others = Object.entries(parameters).filter(
    ([name, value]) => !name.startsWith('prop_') && !(value instanceof File),
  )
  const { jsonproperty = 'json', ...rest } = Object.fromEntries(others)
  const json = rest[String(jsonproperty)]
  const properties = {
    ...(typeof json === 'string' ? parsed(json) : (json as object | undefined)),
    ...Object.fromEntries(own),
  } as Values
  return { ...rest, json: form ? withFiles(properties, form) : properties }
}

/** Fields of a form by name, several of one name as a list. */
function fieldsOf(form: FormData): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name)
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
}

function withFiles(properties: Values, form: FormData): Values {
  const named = new Set<string>()
  const values = Object.entries(properties).map(([field, value]) => {
    const part =
      value instanceof File
        ? `prop_${field}`
        : typeof value === 'string' && value.startsWith('cid:')
          ? value.slice('cid:'.length)
          : undefined
    if (part === undefined) return [field, value]
    const file = form.get(part)
    if (!(file instanceof File)) throw new ApiError('upload_format', { reason: `there is no part "${part}"` })
    if (file.size === 0) throw new ApiError('upload_empty')
    named.add(part)
    return [field, file]
  })
  for (const [part, value] of form)
    if (value instanceof File && !named.has(part))
      throw new ApiError('upload_format', { reason: `no field names the file "${part}"` })
  return Object.fromEntries(values) as Values
}

function parsed(json: string): object {
  try {
    return JSON.parse(json) as object
  } catch {
    throw new ApiError('invalid_parameter', { parameter: 'json', reason: 'JSON is expected' })
  }
}

/** The properties of an entity once its files are kept; the file of an asset gives its measures, too. */
export function keepFiles(resource: string, properties: Values): Record<string, unknown> {
  const kept = Object.entries(properties).flatMap(([field, value]) => {
    if (!(value instanceof File)) return [[field, value]]
    const file = {
      name: value.name,
      filesize: value.size,
      mediatype: value.type,
      uri: `http://fake.test/api/wedia/dam/file/${resource}/${field}/${value.name}`,
    }
    return [
      [field, file],
      ...(resource === 'asset'
        ? [['metadata', { filename: file.name, filesize: file.filesize, mediatype: file.mediatype }]]
        : []),
    ]
  })
  return Object.fromEntries(kept) as Record<string, unknown>
}
