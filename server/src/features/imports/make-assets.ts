import { ApiError, assetActions, assetStatuses, importItemStatuses } from '@cartouche/contract'
import type { Services } from '../../ground/services.ts'
import type { Database } from '../../ground/database/database.ts'
import { jobPriority } from '../../ground/jobs/task.ts'
import type { Nature } from '../../media/media-types.ts'
import { slowRenditions } from '../../media/rendition-recipes.ts'
import type { Schema } from '../../model/schemas/schema.ts'
import { listSchemas, type Schemas } from '../../model/schemas/schema-registry.ts'
import { queuePairing } from '../../model/live-photos/live-photos.sql.ts'
import { project } from '../../model/search/project.ts'
import { insertAssets, type NewAsset } from './assets.sql.ts'
import { addProblem, markValidated, returnItem, type CommandRow } from './commands.sql.ts'
import { leftOut } from './check-metadata.ts'
import { describedItem } from './described-item.ts'
import { ensureKeywords } from './ensure-keywords.ts'
import { queueWords } from '../../model/document-words/queue-words.ts'
import { newKeywordsOf, splitMetadata } from './item-metadata.ts'
import { natureOf } from '../../media/measured-properties.ts'
import { natureFieldOf, originalProperties } from '../../model/entities/original-properties.ts'
import { dropEmpty } from '../../ground/drop-empty.ts'
import { schemaFor } from './import-resources.ts'
import type { ItemRow } from './imports.sql.ts'
import { notReady, type CommandRun, type ItemOutcome } from './item-outcome.ts'

/**
 * Turns items into assets, or into what else they become: asset, links, file, search row and the item's
 * status are written in one transaction, under an id that was reserved before, so that cut short and run
 * again none is lost or doubled.
 */
export const makeAssets: CommandRun = async (services, transaction, command, items) => {
  const schemas = await listSchemas(services)
  const taken = items.filter((item) => item.status === importItemStatuses.validating)
  const keywords = command.may_create_keywords
    ? await ensureKeywords(
        { ...services, database: transaction },
        taken.flatMap((item) => newKeywordsOf(schemaFor(schemas, item), item.metadata)),
      )
    : new Map<string, number>()
  const assets = taken.flatMap((item) => assetOf(schemaFor(schemas, item), command, item, keywords) ?? [])
  await insertAssets(transaction, assets)
  for (const [resource, made] of Map.groupBy(assets, (asset) => asset.resource))
    await project(
      transaction,
      schemaFor(schemas, { resource }),
      made.map(({ id }) => id),
    )
  await queuePairing(
    transaction,
    assets.map(({ props }) => props['metadata.livephoto']),
  )
  await markValidated(
    transaction,
    taken.map((item) => item.id),
  )
  await noteDroppedKeywords(transaction, schemas, command, taken)
  await queueSlowRenditions(services, transaction, taken)
  for (const { sha256, inspection } of taken)
    if (inspection) await queueWords(services, transaction, { sha256, mediaType: inspection.mediaType })
  await queueTracks(services, transaction, taken)
  return new Map(
    items.map((item): [number, ItemOutcome] => [
      item.id,
      item.status === importItemStatuses.validating ? {} : { error: notReady(item) },
    ]),
  )
}

/** Gives an item back to its import that could not be turned into an asset, with the reason. */
export async function returnToImport(transaction: Database, id: number): Promise<ApiError> {
  const reason =
    'something that it names was deleted meanwhile, or a value does not fit. Look at it and try again'
  await returnItem(transaction, id, {
    code: 'validation_failed',
    message: `It could not be turned into an asset: ${reason}.`,
  })
  return new ApiError('import_item_not_ready', { id, reason })
}

function assetOf(
  schema: Schema,
  command: CommandRow,
  item: ItemRow,
  keywords: ReadonlyMap<string, number>,
): NewAsset | undefined {
  const { inspection, metadata } = describedItem(schema, item)
  const { asset_id: id } = item
  if (id === null) return undefined
  const { props, links } = splitMetadata(schema, metadata)
  const { validfrom, validuntil, ...rest } = props
  const nature = natureFieldOf(schema)
  const proposed = links
    .filter(({ field }) => field !== nature?.name)
    .map(({ field, target, links: list }) => ({
      field,
      target,
      ids: [...new Set(list.flatMap((link) => ('id' in link ? [link.id] : (keywords.get(link.name) ?? []))))],
    }))
  const about = { name: item.file_name, filesize: item.size_bytes, mediatype: inspection.mediaType }
  return {
    resource: schema.resource,
    id,
    ownerId: item.owner_id,
    modifiedBy: command.surfer_id,
    status: schema.hasWorkflow ? statusAfter(command) : null,
    validFrom: textOf(validfrom),
    validUntil: textOf(validuntil),
    props: {
      ...originalProperties(schema, { about, inspection }),
      ...(schema.fields.get('importjob')?.type === 'number' ? { importjob: item.job_id } : {}),
      ...dropEmpty(rest),
    },
    links: [
      ...(nature ? [{ field: nature.name, target: nature.target, ids: [natureOf(inspection).id] }] : []),
      ...proposed,
    ],
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

function statusAfter({ workflow_action: action }: CommandRow): number {
  return action === null ? assetStatuses.draft : assetStatuses[assetActions[action].to]
}

/** The bytes of a name that is not UTF-8, as hexadecimal digits: the name is a reading of them. */
function nameFacts({ problems }: ItemRow): { nameBytes?: string } {
  const bytes = problems.find(({ code }) => code === 'name_decoded')?.bytes
  return bytes === undefined ? {} : { nameBytes: bytes }
}

/** Whoever may not add keywords reads which were left out. */
async function noteDroppedKeywords(
  transaction: Database,
  schemas: Schemas,
  command: CommandRow,
  items: readonly ItemRow[],
): Promise<void> {
  if (command.may_create_keywords) return
  for (const item of items) {
    const names = newKeywordsOf(schemaFor(schemas, item), item.metadata)
    if (names.length === 0) continue
    const { code, message } = leftOut(names)
    const data = { keywords: names.join(', ') }
    await addProblem(transaction, [item.id], { code, message, data })
  }
}

async function queueSlowRenditions(
  services: Services,
  transaction: Database,
  items: readonly ItemRow[],
): Promise<void> {
  for (const { sha256, inspection } of items) {
    // Of what cannot be decoded there is only the placeholder, drawn when it is asked for.
    const names = inspection?.decodable === true ? slowRenditions(inspection) : []
    if (names.length > 0)
      await services.addJob(
        transaction,
        'make-renditions',
        { sha256, names },
        { key: `renditions:${sha256}`, priority: jobPriority.render },
      )
  }
}

const hasTracks: ReadonlySet<Nature> = new Set<Nature>(['VIDEO', 'AUDIO'])

/** The subtitles in films, and those that lie beside them. */
async function queueTracks(
  services: Services,
  transaction: Database,
  items: readonly ItemRow[],
): Promise<void> {
  const films = items.filter(({ inspection }) => hasTracks.has(inspection?.nature ?? 'OTHER'))
  const priority = jobPriority.render
  for (const { resource, asset_id: id } of films)
    await services.addJob(
      transaction,
      'take-tracks',
      { resource, id },
      { key: `tracks:${resource}:${id}`, priority },
    )
  const besides = [...films, ...items.filter(({ file_name: name }) => /\.(srt|vtt)$/i.test(name))]
  for (const jobId of new Set(besides.map(({ job_id: job }) => job)))
    await services.addJob(
      transaction,
      'take-import-tracks',
      { jobId },
      { key: `tracks:import:${jobId}`, priority },
    )
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
