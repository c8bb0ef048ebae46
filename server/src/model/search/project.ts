import type { RawBuilder } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { emptyOf, isLink, type Field, type Schema } from '../schemas/schema.ts'
import { foldText, wordsOf } from '../../ground/fold-text.ts'
import {
  selectForProjection,
  upsertProjections,
  type EntityForProjection,
  type FacetKey,
  type Projection,
} from './project.sql.ts'

/**
 * Links per field that are found by, as facets and by their names: whoever is not allowed to see all of them
 * is shown what they see by the facets.
 */
const maxLinksPerField = 1000
const weights = ['A', 'B', 'C', 'D'] as const
type Weight = (typeof weights)[number]

/**
 * Writes the projection rows of entities from what is stored of them; entities that are gone are skipped.
 * Part of the transaction that changed them, so that search never disagrees with the record.
 */
export async function project(database: Database, schema: Schema, ids: readonly number[]): Promise<void> {
  const entities = await selectForProjection(database, schema.resource, ids)
  if (entities.length > 0) await projectRead(database, schema, entities)
}

/**
 * The same of entities that the transaction has just read, of which there is one at least.
 * @param beside inserts that are written with them, in one statement
 */
export async function projectRead(
  database: Database,
  schema: Schema,
  entities: readonly EntityForProjection[],
  beside: readonly RawBuilder<unknown>[] = [],
): Promise<void> {
  const fields = [...schema.fields.values()]
  const facets = fields.filter((field) => field.isFacet || isLink(field))
  const sorted = fields.filter(isSorted)
  const weighed = weights.map((weight) => fields.filter((field) => weightOf(field) === weight))
  const suggested = fields.filter(({ fulltextWeight }) => fulltextWeight !== null && fulltextWeight !== 'D')
  const values: FacetKey[] = []
  const places = new Map<string, number>()
  const placeOf = (value: FacetKey): number => {
    const name = `${value.field}\0${value.key}`
    const place = places.get(name) ?? values.push(value)
    places.set(name, place)
    return place
  }
  const rows = entities.map((entity): Projection => ({
    id: entity.id,
    facets: facetKeys(schema, facets, entity).map(placeOf),
    words: weighed.map((own) => wordsOfFields(entity, own)),
    suggested: wordsOfFields(entity, suggested),
    keys: sortKeys(sorted, entity),
  }))
  const isComplete = await upsertProjections(database, schema.resource, { rows, values }, beside)
  if (!isComplete) await upsertProjections(database, schema.resource, { rows, values })
}

function facetKeys(schema: Schema, fields: readonly Field[], entity: EntityForProjection): FacetKey[] {
  const status =
    schema.hasWorkflow && entity.status !== null ? [{ field: 'status', key: String(entity.status) }] : []
  return [
    ...status,
    ...fields.flatMap((field) => {
      const keys = [
        ...new Set(
          isLink(field)
            ? (entity.links[field.name] ?? []).map((link) => String(link.id))
            : textValues(entity, field),
        ),
      ]
      return (keys.length === 0 ? [''] : keys.slice(0, maxLinksPerField)).map((key) => ({
        field: field.name,
        key,
      }))
    }),
  ]
}

function textValues(entity: EntityForProjection, field: Field): string[] {
  const text = textOf(entity.props[field.name])
  return text === '' ? [] : [cut(text)]
}

/** A stored scalar as text; what is none has no words. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}

/** The texts of an object of JSON, their markup aside; the names of its values are no words. */
function textsOfJson(value: unknown): string {
  try {
    const texts: unknown[] = Object.values(JSON.parse(textOf(value)) as object)
    return texts.map((text) => textOf(text).replaceAll(/<[^>]*>/g, ' ')).join(' ')
  } catch {
    return ''
  }
}

/**
 * Words of linked names have a weight of their own, D, so that anyone not allowed to see all that is linked
 * can be asked about the others alone.
 * @source decision 0115
 */
function weightOf(field: Field): Weight | null {
  if (field.fulltextWeight === null) return null
  return isLink(field) ? 'D' : field.fulltextWeight === 'D' ? 'C' : field.fulltextWeight
}

function wordsOfFields(entity: EntityForProjection, fields: readonly Field[]): string {
  const texts = fields.flatMap((field) =>
    isLink(field)
      ? (entity.links[field.name] ?? []).slice(0, maxLinksPerField).flatMap((link) => link.names)
      : [field.type === 'json' ? textsOfJson(entity.props[field.name]) : textOf(entity.props[field.name])],
  )
  // A tsvector holds 1 MB; a description of a hundred thousand words is found by its first.
  return wordsOf(texts.join(' ')).slice(0, 5000).join(' ')
}

function isSorted({ type, name }: Field): boolean {
  return ['text', 'number', 'boolean', 'date', 'datetime'].includes(type) && name !== 'blurhash'
}

function sortKeys(fields: readonly Field[], entity: EntityForProjection): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, sortKey(field, entity.props[field.name])]))
}

function sortKey(field: Field, value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return emptyOf(field)
  if (field.type === 'number') return Number(value)
  if (field.type === 'boolean') return value === true
  return field.type === 'text' ? cut(foldText(textOf(value))) : textOf(value)
}

/** As much of a text as is compared. What is cut within a character is none that PostgreSQL stores. */
function cut(text: string): string {
  return text.slice(0, 500).toWellFormed()
}
