import { ApiError, type EntityData } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import type { ReceivedFile } from '../../access/handler.ts'
import type { Schema } from '../schemas/schema.ts'
import {
  applySchemaRecord,
  isSchemaResource,
  removeSchemaRecord,
} from '../schema-changes/apply-schema-record.ts'
import { takesValue } from '../schemas/fit-value.ts'
import { listSchemas, type Schemas } from '../schemas/schema-registry.ts'
import { project } from '../search/project.ts'
import { applyLinks, checkTargets } from './apply-links.ts'
import { checkVersion } from './check-version.ts'
import { lookAtRows, requireRules } from './decide-rows.ts'
import { insertEntity, lockEntities, removeEntity, selectLinkedFields, updateEntity } from './entities.sql.ts'
import { fillDefaults, needsStored, storedFields } from './fill-defaults.ts'
import { inLanguage, variantsOf, type Variant } from './in-language.ts'
import { holdFields, type FieldState } from './history/history.sql.ts'
import { keepsHistory, recordEdits } from './history/record-edits.ts'
import { keepFiles, prepareFiles, type PreparedFiles, type VersionOptions } from './keep-files.ts'
import { currentUserId } from './current-user-id.ts'
import { parseProperties, type ParsedProperties } from './parse-properties.ts'
import { noteWrite, stateBefore, stateBeforeDeletion } from './note-write.ts'
import { projectLinking } from './project-linking.ts'
import { readEntities } from './read-entities.ts'
import { keepInTrash } from './trash/trash.sql.ts'

type Json = Readonly<Record<string, unknown>>

/** What a write comes with beside its properties. */
export interface WriteOptions {
  /** Files of the form, by the name of their part. */
  readonly files?: ReadonlyMap<string, ReceivedFile> | undefined
  /** What the write is based on, where the properties do not say it. */
  readonly basedOn?: number | undefined
  /** false: the properties name language variants themselves. */
  readonly i18n?: boolean | undefined
  /**
   * Nothing of it will stay: the form is still being filled, so nothing is said of what is missing, and what
   * follows from a name is not followed.
   */
  readonly isSimulated?: boolean | undefined
  /**
   * The write replaces the original, which it refuses to do by the same bytes. Empty fields take what the new
   * file says of itself.
   */
  readonly version?: VersionOptions | undefined
}

const draft = 1

/**
 * Creates an entity; the user becomes its owner.
 * @throws access_denied, unknown_field, field_read_only, field_mandatory, invalid_parameter, entity_not_found
 * for a link, upload_format
 */
export async function createRecord(
  context: Context,
  schema: Schema,
  json: Json,
  options: WriteOptions = {},
): Promise<EntityData> {
  return oneRecord(context, schema, await createOne(context, schema, json, options))
}

/** The same; answers the id. */
export async function createOne(
  context: Context,
  schema: Schema,
  json: Json,
  { files, isSimulated = false }: WriteOptions = {},
): Promise<number> {
  requireAction(context.identity, schema.resource, 'create')
  const parsed = parseProperties(schema, json, 'create', {
    defaults: fillDefaults(schema, json, 'create'),
    lenient: isSimulated,
  })
  const prepared = await prepareFiles(context, schema, parsed.files, files)
  const id = await withTransaction(context.database, async (transaction) => {
    const writing = await prepareWrite(
      { ...context, database: transaction },
      schema,
      parsed,
      prepared,
      await listSchemas(context),
    )
    const made = await insertEntity(transaction, {
      resource: schema.resource,
      status: schema.hasWorkflow ? draft : null,
      ownerId: currentUserId(context),
      props: writing.props,
      validFrom: parsed.validFrom,
      validUntil: parsed.validUntil,
      modifiedBy: currentUserId(context),
    })
    await settle(writing, made, 'create')
    await noteWrite(writing.context, schema, made, undefined, { verb: 'created', fields: writtenBy(writing) })
    return made
  })
  noteSchemas(context, schema)
  return id
}

/**
 * Changes properties of an entity, in one step with its search row. `$version` in the properties is what the
 * writer saw: a change made since then refuses the write.
 * @throws entity_not_found, version_conflict, unknown_field, field_read_only, field_mandatory,
 * invalid_parameter, upload_format
 */
export async function patchRecord(
  context: Context,
  schema: Schema,
  id: number,
  json: Json,
  options: WriteOptions = {},
): Promise<EntityData> {
  await patchOne(context, schema, id, json, options)
  return oneRecord(context, schema, id)
}

/** The same; answers nothing. */
export async function patchOne(
  context: Context,
  schema: Schema,
  id: number,
  json: Json,
  { files, basedOn, i18n, isSimulated = false, version }: WriteOptions = {},
): Promise<void> {
  await requireRules(context, schema, [id], 'update')
  const schemas = await listSchemas(context)
  const parse = (change: Json, defaults: Json): ParsedProperties =>
    parseProperties(schema, change, 'patch', { defaults, lenient: isSimulated })
  const early = parse(json, fillDefaults(schema, json, 'patch', new Set(schema.fields.keys())))
  const variants = i18n === false ? [] : variantsOf(schema, json, context.locale)
  const prepared = await prepareFiles(context, schema, early.files, files, version)
  await withTransaction(context.database, async (transaction) => {
    const held =
      keepsHistory(schema) && !isSimulated ? await holdFields(transaction, schema.resource, id) : undefined
    const parsed =
      needsStored(schema) || variants.length > 0
        ? parse(...(await overStored(transaction, schema, id, json, variants)))
        : early
    const writing = await prepareWrite(
      { ...context, database: transaction },
      schema,
      parsed,
      prepared,
      schemas,
    )
    const before = await stateBefore(transaction, schema, id)
    const written = await updateEntity(transaction, schema.resource, id, {
      props: { ...(version && held ? proposedOf(writing, held, version) : {}), ...writing.props },
      validFrom: parsed.validFrom,
      validUntil: parsed.validUntil,
      modifiedBy: currentUserId(context),
      basedOn: parsed.basedOn ?? basedOn,
    })
    if (!written)
      throw new ApiError(
        (await lockEntities(transaction, schema.resource, [id])).length > 0
          ? 'version_conflict'
          : 'entity_not_found',
        { resource: schema.resource, id },
      )
    await settle(writing, id, 'patch', held, version)
    if (held) await recordEdits(writing.context, schema, id, held)
    await noteWrite(writing.context, schema, id, before, { verb: 'updated', fields: writtenBy(writing) })
    if (!isSimulated && ('name' in writing.props || 'name_fr' in writing.props))
      await projectLinking(writing.context, schemas, { resource: schema.resource, id })
  })
  noteSchemas(context, schema)
}

/** This process works with a changed schema from its next request on; the others hear of it. */
function noteSchemas({ schemaRegistry }: Context, { resource }: Schema): void {
  if (isSchemaResource(resource)) schemaRegistry.forget()
}

/**
 * A change beside what is stored, which it holds: in the writer's language, and with what the schema fills
 * in.
 */
async function overStored(
  transaction: Database,
  schema: Schema,
  id: number,
  json: Json,
  variants: readonly Variant[],
): Promise<[change: Json, defaults: Json]> {
  const [held] = await lockEntities(transaction, schema.resource, [id])
  const change = inLanguage(json, variants, held?.props ?? {})
  if (!needsStored(schema)) return [change, {}]
  return [
    change,
    fillDefaults(
      schema,
      json,
      'patch',
      storedFields(schema, held?.props ?? {}, await selectLinkedFields(transaction, schema.resource, id)),
    ),
  ]
}

/**
 * A write that is parsed and whose links and files are known to be there; `context.database` is its
 * transaction.
 */
interface Writing {
  readonly context: Context
  readonly schemas: Schemas
  readonly schema: Schema
  readonly props: Json
  readonly parsed: ParsedProperties
  readonly prepared: PreparedFiles
}

async function prepareWrite(
  context: Context,
  schema: Schema,
  parsed: ParsedProperties,
  prepared: PreparedFiles,
  schemas: Schemas,
): Promise<Writing> {
  await checkTargets(context, schemas, parsed.links)
  return { context, schemas, schema, parsed, prepared, props: { ...parsed.props, ...prepared.props } }
}

/** What a write sets, for whoever asks later who did: values, and links as ids. */
function writtenBy({ props, parsed }: Writing): Json {
  return { ...props, ...Object.fromEntries(parsed.links.map(({ field, ids }) => [field.name, ids])) }
}

/**
 * What a new original says of itself, for the fields that are empty and that people may fill. One that is
 * restored says nothing new.
 */
function proposedOf({ schema, prepared }: Writing, held: FieldState, version: VersionOptions): Json {
  if (version.restoredFrom !== undefined) return {}
  return Object.fromEntries(
    Object.entries(prepared.proposed).filter(([name, value]) => {
      const field = schema.fields.get(name)
      return field?.cud.update === true && (held[name] ?? '') === '' && takesValue(field, value)
    }),
  )
}

/** What follows the entity's row, in the same transaction: links, files, search rows. */
async function settle(
  { context, schemas, schema, parsed, prepared }: Writing,
  id: number,
  kind: 'create' | 'patch',
  former?: FieldState,
  version?: VersionOptions,
): Promise<void> {
  const { database } = context
  await applyLinks(context, schemas, schema, id, [...parsed.links, ...prepared.links], kind)
  await keepFiles(context, schema, id, prepared, former, version)
  if (isSchemaResource(schema.resource)) await applySchemaRecord(context, schema.resource, id)
  await context.modelHooks.settleWrite(context, schema, id, kind)
  await project(database, schema, [id])
}

/**
 * Deletes an entity that nothing links to. An asset goes to the trash, as long as the settings keep one.
 * @throws entity_not_found, delete_refused, entity_in_use, version_conflict
 */
export async function deleteRecord(
  context: Context,
  schema: Schema,
  id: number,
  basedOn?: number,
): Promise<void> {
  requireAction(context.identity, schema.resource, 'view')
  const decided = (await lookAtRows(context, schema, [id], ['view', 'delete'])).get(id)
  if (!decided?.has('view')) throw new ApiError('entity_not_found', { resource: schema.resource, id })
  if (!decided.has('delete')) throw new ApiError('delete_refused', { resource: schema.resource, id })
  try {
    await withTransaction(context.database, async (transaction) => {
      const [held] = await lockEntities(transaction, schema.resource, [id])
      if (held) checkVersion(schema, held, basedOn)
      const before = await stateBeforeDeletion({ ...context, database: transaction }, schema, id)
      if (isSchemaResource(schema.resource))
        await removeSchemaRecord(
          { ...context, database: transaction },
          schema.resource,
          id,
          (resource, record) => removeEntity(transaction, resource, record),
        )
      if (schema.resource === 'asset' && context.settings.trashDays > 0)
        await keepInTrash(transaction, schema.resource, id, {
          name: before?.name ?? '',
          by: currentUserId(context),
        })
      await removeEntity(transaction, schema.resource, id)
      await noteWrite({ ...context, database: transaction }, schema, id, before)
    })
    noteSchemas(context, schema)
  } catch (error) {
    if ((error as { code?: string }).code === '23503')
      throw new ApiError('entity_in_use', { resource: schema.resource, id })
    throw error
  }
}

/** The record of an id that a write has just left. */
async function oneRecord(context: Context, schema: Schema, id: number): Promise<EntityData> {
  const [record] = await readEntities(context, schema, [id], { withRights: true })
  if (!record) throw new ApiError('entity_not_found', { resource: schema.resource, id })
  return record
}
