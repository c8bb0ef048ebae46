import { assetActions, assetStatuses } from '@cartouche/contract'
import { sql, type SqlBool } from 'kysely'
import type { Services } from '../../ground/services.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { maxIds } from '../../access/audit/record-edit.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { jobPriority } from '../../ground/jobs/task.ts'
import { slowRenditions } from '../../media/rendition-recipes.ts'
import type { Schema } from '../../model/schemas/schema.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { project } from '../../model/search/project.ts'
import { insertAssets, type NewAsset } from './assets.sql.ts'
import {
  addProblem,
  finishCommand,
  lockNextItems,
  markValidated,
  returnItem,
  selectCommand,
  selectMadeAssets,
  type CommandRow,
} from './commands.sql.ts'
import { describedItem } from './described-item.ts'
import { ensureKeywords } from './ensure-keywords.ts'
import { newKeywordsOf, splitMetadata } from './item-metadata.ts'
import { measuredProperties, natureOf } from '../../media/measured-properties.ts'
import { selectItems, type ItemRow } from './imports.sql.ts'

/** Items in one transaction: enough to share its cost, few enough to lose little when it is cut short. */
const batchSize = 25

/**
 * Turns the items of a command into assets, in batches of one transaction each: asset, links, file, search
 * row and the item's status are written together or not at all, under an id that was reserved before. Cut
 * short at any moment and run again, it neither loses nor doubles one.
 */
export async function runValidation(
  services: Services,
  commandId: string,
  signal: AbortSignal,
): Promise<void> {
  const command = await selectCommand(services.database, commandId)
  if (!command || command.done_at !== null) return
  const schema = await getSchemaOf(services.database, 'asset')
  for (let count = batchSize; count > 0;) {
    signal.throwIfAborted()
    count = await validateBatch(services, schema, command, batchSize).catch(async (error: unknown) => {
      if (!isDataError(error)) throw error
      // One of them cannot be stored as it is: one at a time, the others go on.
      return validateOne(services, schema, command)
    })
  }
  await withTransaction(services.database, async (transaction) => {
    if (await finishCommand(transaction, command.id)) await recordImport(transaction, command)
  })
}

/** Adds one entry to the audit log for a command, however many assets it made. @source decision 0070 */
async function recordImport(transaction: Database, command: CommandRow): Promise<void> {
  const ids = await selectMadeAssets(transaction, command.id)
  if (ids.length === 0) return
  const actor = { kind: command.user_kind ?? 'user', id: command.surfer_id, name: command.user_name ?? '' }
  const target = { resource: 'massimportjob', id: command.job_id, name: command.job_name }
  const after = { count: ids.length, assets: ids.slice(0, maxIds) }
  await recordAudit({}, transaction, { kind: 'massimportjob.validated', actor, target, after })
}

function validateBatch(
  services: Services,
  schema: Schema,
  command: CommandRow,
  max: number,
): Promise<number> {
  return withTransaction(services.database, async (transaction) => {
    const ids = await lockNextItems(transaction, command.id, max)
    if (ids.length === 0) return 0
    const items = await selectItems(transaction, sql<SqlBool>`i.id = any(${ids}::bigint[])`)
    const keywords = command.may_create_keywords
      ? await ensureKeywords(
          transaction,
          items.flatMap((item) => newKeywordsOf(item.metadata)),
        )
      : new Map<string, number>()
    const assets = items.flatMap((item) => assetOf(schema, command, item, keywords) ?? [])
    await insertAssets(transaction, assets)
    await project(
      transaction,
      schema,
      assets.map((asset) => asset.id),
    )
    await markValidated(transaction, ids)
    await noteDroppedKeywords(transaction, command, items)
    await queueFilms(services, transaction, items)
    return ids.length
  })
}

async function validateOne(services: Services, schema: Schema, command: CommandRow): Promise<number> {
  try {
    return await validateBatch(services, schema, command, 1)
  } catch (error) {
    if (!isDataError(error)) throw error
    services.log.warn(
      { command: command.id, error: String(error) },
      'An import item could not be turned into an asset',
    )
    return withTransaction(services.database, async (transaction) => {
      const ids = await lockNextItems(transaction, command.id, 1)
      for (const id of ids)
        await returnItem(transaction, id, {
          code: 'validation_failed',
          message:
            'It could not be turned into an asset: something that it names was deleted meanwhile, or a value does not fit. Look at it and try again.',
        })
      return ids.length
    })
  }
}

/** PostgreSQL's classes 22 (a value does not fit) and 23 (a constraint): another try gives the same. */
function isDataError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^2[23]/.test(code)
}

function assetOf(
  schema: Schema,
  command: CommandRow,
  item: ItemRow,
  keywords: ReadonlyMap<string, number>,
): NewAsset | undefined {
  const { inspection, metadata } = describedItem(item)
  const { asset_id: id } = item
  if (id === null) return undefined
  const { props, links } = splitMetadata(schema, metadata)
  const { validfrom, validuntil, ...rest } = props
  const nature = { field: 'rootnature', target: 'assetnature', ids: [natureOf(inspection).id] }
  const proposed = links
    .filter(({ field }) => field !== 'rootnature')
    .map(({ field, target, links: list }) => ({
      field,
      target,
      ids: [...new Set(list.flatMap((link) => ('id' in link ? [link.id] : (keywords.get(link.name) ?? []))))],
    }))
  return {
    id,
    ownerId: item.owner_id,
    modifiedBy: command.surfer_id,
    status:
      command.workflow_action === null
        ? assetStatuses.draft
        : assetStatuses[assetActions[command.workflow_action].to],
    validFrom: textOf(validfrom),
    validUntil: textOf(validuntil),
    props: { ...rest, ...measuredProperties(inspection, item.file_name), importjob: item.job_id },
    links: [nature, ...proposed],
    file: {
      sha256: item.sha256,
      fileName: item.file_name,
      mediaType: inspection.mediaType,
      facts: {
        nature: inspection.nature,
        extension: inspection.extension,
        typeLabel: inspection.typeLabel,
        orientation: inspection.orientation,
        decodable: inspection.decodable,
        usable: inspection.usable,
        ...nameFacts(item),
      },
    },
  }
}

/** The bytes of a name that is not UTF-8, as hexadecimal digits: the name is a reading of them. */
function nameFacts({ problems }: ItemRow): { nameBytes?: string } {
  const bytes = problems.find(({ code }) => code === 'name_decoded')?.bytes
  return bytes === undefined ? {} : { nameBytes: bytes }
}

/** Who may not add keywords is told which were left out. */
async function noteDroppedKeywords(
  transaction: Database,
  command: CommandRow,
  items: readonly ItemRow[],
): Promise<void> {
  if (command.may_create_keywords) return
  for (const item of items) {
    const names = newKeywordsOf(item.metadata)
    if (names.length > 0)
      await addProblem(transaction, [item.id], {
        code: 'keywords_left_out',
        message: `These keywords do not exist and you may not add them: ${names.join(', ')}`,
      })
  }
}

async function queueFilms(
  services: Services,
  transaction: Database,
  items: readonly ItemRow[],
): Promise<void> {
  for (const { sha256, inspection } of items) {
    // Of what cannot be decoded there is only the placeholder, drawn when it is asked for.
    const names = inspection?.decodable === true ? slowRenditions(inspection.nature) : []
    if (names.length > 0)
      await services.addJob(
        transaction,
        'make-renditions',
        { sha256, names },
        { key: `renditions:${sha256}`, priority: jobPriority.render },
      )
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
