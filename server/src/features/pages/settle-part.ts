import { readTranslationKey } from '@cartouche/components'
import { ApiError, assetStatuses, parseJson, type PartResource } from '@cartouche/contract'
import { z } from 'zod'
import type { Context } from '../../access/context.ts'
import { openPlace, openRoot, requireOpen } from './place.ts'
import { selectPart, selectProps, updateSettled, type StoredPart } from './parts.sql.ts'

const name = z.string().trim().min(1).max(200)
const named = z.union([name.transform((text) => ({ name: text })), z.object({ name })])
const list = z
  .union([named.transform((one) => [one]), z.array(named).max(1000)])
  .transform((names) => [...new Map(names.map((one) => [one.name, one])).values()])

const translations = z.record(
  z.string().refine((key) => readTranslationKey(key) !== undefined),
  z.string(),
)

/**
 * Puts in order what a write set of a page, a widget or a file, in its transaction: properties are a text of
 * JSON, names are `{name}`, and a widget stands in a place that its writer may change, with the status and
 * the owner of its page.
 * @throws invalid_parameter, entity_not_found, access_denied, page_closed
 * @source wire facts "Pages"; decisions 0162, 0163, 0187
 */
export async function settlePart(
  context: Context,
  resource: PartResource,
  id: number,
  kind: 'create' | 'patch',
): Promise<void> {
  const part = await selectPart(context.database, { resource, id })
  if (!part) return
  const root = kind === 'create' ? await rootOfNew(context, part) : await rootOf(context, part)
  const props = settled(resource, await selectProps(context.database, part))
  await updateSettled(context.database, part, props, root)
}

async function rootOfNew(context: Context, part: StoredPart): Promise<StoredPart> {
  if (part.resource === 'page') return part
  // A component: nobody but who may make widgets has made it, and everybody who sees pages may see it.
  if (part.parent === '' && part.resource === 'pagewidget')
    return { ...part, status: assetStatuses.published }
  return (await openPlace(context, part.parent)).root
}

async function rootOf(context: Context, part: StoredPart): Promise<StoredPart> {
  if (part.parent !== '' && part.resource !== 'page') return openRoot(context, part.parent)
  requireOpen(part)
  return part
}

function settled(resource: PartResource, props: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (resource === 'pagefile') return { modified: new Date().toISOString() }
  const common = {
    props: jsonText(props['props']),
    translations: translationsText(props['translations'] ?? '{}'),
    features: parsed(list, 'features', props['features'] ?? []),
  }
  return resource === 'page'
    ? { ...common, template: parsed(named, 'template', props['template'] ?? 'default') }
    : {
        ...common,
        ...(props['component'] === undefined
          ? {}
          : { component: parsed(named, 'component', props['component']) }),
      }
}

/** JSON as it was written; an object of a body of JSON becomes a text. */
function jsonText(value: unknown = '{}', parameter = 'props'): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  try {
    parseJson(text)
  } catch {
    throw bad(parameter, 'JSON is expected')
  }
  return text
}

/** Texts by `{property}_{language}`: what is none would be lost where they are edited. */
function translationsText(value: unknown): string {
  const text = jsonText(value, 'translations')
  const { success } = translations.safeParse(JSON.parse(text))
  if (!success) throw bad('translations', 'texts are expected, by property and language, as title_fr')
  return text
}

function parsed<T extends z.ZodType>(shape: T, parameter: string, value: unknown): z.output<T> {
  const result = shape.safeParse(fromForm(value))
  if (!result.success) throw bad(parameter, 'a name is expected, or a list of names')
  return result.data
}

/** In a form, an object or a list may be written as JSON. */
function fromForm(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return parseJson(value)
  } catch {
    return value
  }
}

function bad(parameter: string, reason: string): ApiError {
  return new ApiError('invalid_parameter', { parameter, reason })
}
