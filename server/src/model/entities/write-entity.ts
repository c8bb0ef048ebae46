import { ApiError, type EntityData } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { withTransaction } from '../../ground/database/database.ts'
import type { ReceivedFile } from '../../access/handler.ts'
import type { Schema } from '../schemas/schema.ts'
import {
  applySchemaRecord,
  isSchemaResource,
  removeSchemaRecord,
} from '../schema-changes/apply-schema-record.ts'
import { takesValue } from '../schemas/fit-value.ts'
import { listSchemas, type Schemas } from '../schemas/schema-registry.ts'
import { queuePairing } from '../live-photos/live-photos.sql.ts'
import { projectRead } from '../search/project.ts'
import { selectForProjection } from '../search/project.sql.ts'
import { applyLinks, checkTargets } from './apply-links.ts'
import { checkVersion } from './check-version.ts'
import { lookAtRows, requireRules } from './decide-rows.ts'
import { insertEntity, lockEntities, removeEntity, updateEntity } from './entities.sql.ts'
import { fillDefaults, needsStored, storedFields } from './fill-defaults.ts'
import { inLanguage, variantsOf, type Variant } from './in-language.ts'
import { holdFields, validityOf, type FieldState } from './history/history.sql.ts'
import { editsOf, keepsHistory } from './history/record-edits.ts'
import { keepFiles, prepareFiles, type PreparedFiles, type VersionOptions } from './keep-files.ts'
import { currentUserId } from './current-user-id.ts'
import { parseProperties, type ParsedProperties } from './parse-properties.ts'
import { entryOfWrite, noteWrite, stateBefore, stateBeforeDeletion } from './note-write.ts'
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
    await noteWrite(writing.context, schema, made, undefined)
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
    const isOverStored = needsStored(schema) || variants.length > 0
    // Links are read before they change. What else an entity held comes out of its update.
    const held =
      isOverStored || version || (keepsHistory(schema) && early.links.length + prepared.links.length > 0)
        ? await holdFields(transaction, schema.resource, id)
        : undefined
    const parsed = isOverStored ? parse(...overStored(schema, json, variants, held)) : early
    const writing = await prepareWrite(
      { ...context, database: transaction },
      schema,
      parsed,
      prepared,
      schemas,
    )
    const before = await stateBefore(transaction, schema, id)
    const former = await updateEntity(transaction, schema.resource, id, {
      props: { ...(version && held ? proposedOf(writing, held, version) : {}), ...writing.props },
      validFrom: parsed.validFrom,
      validUntil: parsed.validUntil,
      modifiedBy: currentUserId(context),
      basedOn: parsed.basedOn ?? basedOn,
    })
    if (!former)
      throw new ApiError(
        (await lockEntities(transaction, schema.resource, [id])).length > 0
          ? 'version_conflict'
          : 'entity_not_found',
        { resource: schema.resource, id },
      )
    await settle(writing, id, 'patch', {
      former: held ?? { ...former.props, ...validityOf(former) },
      version,
      isSimulated,
    })
    await noteWrite(writing.context, schema, id, before)
    if (!isSimulated && ('name' in writing.props || 'name_fr' in writing.props))
      await projectLinking(writing.context, schemas, { resource: schema.resource, id })
  })
  noteSchemas(context, schema)
}

/** This process works with a changed schema from its next request on; the others hear of it. */
function noteSchemas({ schemaRegistry }: Context, { resource }: Schema): void {
  if (isSchemaResource(resource)) schemaRegistry.forget()
}

/** A change beside what is stored: in the writer's language, and with what the schema fills in. */
function overStored(
  schema: Schema,
  json: Json,
  variants: readonly Variant[],
  held: FieldState = {},
): [change: Json, defaults: Json] {
  const change = inLanguage(json, variants, held)
  if (!needsStored(schema)) return [change, {}]
  return [change, fillDefaults(schema, json, 'patch', storedFields(schema, held))]
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

/** What a patch is, beside what it writes. */
interface Patch {
  /** What the fields held before. */
  readonly former: FieldState
  readonly version: VersionOptions | undefined
  readonly isSimulated: boolean
}

/**
 * What follows the entity's row, in the same transaction: links, files, and by one statement the search row,
 * the history and the entry of the audit log.
 * @param patch undefined for what is created
 */
async function settle(writing: Writing, id: number, kind: 'create' | 'patch', patch?: Patch): Promise<void> {
  const { context, schemas, schema, parsed, prepared } = writing
  const links = [...parsed.links, ...prepared.links]
  await applyLinks(context, schemas, schema, id, links, kind)
  await keepFiles(context, schema, id, prepared, patch?.former, patch?.version)
  if (prepared.files.length > 0)
    await queuePairing(
      context.database,
      [patch?.former, prepared.props].map((props) => props?.['metadata.livephoto']),
    )
  if (isSchemaResource(schema.resource)) await applySchemaRecord(context, schema.resource, id)
  await context.modelHooks.settleWrite(context, schema, id, { kind, hasFiles: prepared.files.length > 0 })
  const [entity] = await selectForProjection(context.database, schema.resource, [id])
  if (!entity) return
  const verb = kind === 'create' ? 'created' : 'updated'
  const beside = [
    patch && !patch.isSimulated && keepsHistory(schema)
      ? editsOf(context, schema, patch.former, entity, new Set(links.map(({ field }) => field.name)))
      : undefined,
    entryOfWrite(context, schema, id, { verb, fields: writtenBy(writing) }),
  ].filter((insert) => insert !== undefined)
  await projectRead(context.database, schema, [entity], beside)
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
