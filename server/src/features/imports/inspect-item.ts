import { withTransaction } from '../../ground/database/database.ts'
import type { Services } from '../../ground/services.ts'
import { eagerRenditions, recipeFor, type RenditionRecipe } from '../../media/rendition-recipes.ts'
import { notifyImportDone } from '../../people/notifications/notify-import-done.ts'
import { keepRenditions } from '../../media/renditions/ensure-rendition.ts'
import { selectRenditions } from '../../media/renditions/renditions.sql.ts'
import { whileWanted } from '../../media/renditions/while-wanted.ts'
import { listSchemas } from '../../model/schemas/schema-registry.ts'
import { foldText } from '../../ground/fold-text.ts'
import { fitMetadata, keptValues } from './fit-metadata.ts'
import { defaultResource, schemaFor } from './import-resources.ts'
import {
  isInspectionWanted,
  lockInspectedItem,
  settleInspection,
  startInspection,
  type Settled,
} from './inspection.sql.ts'
import { proposeMetadata, type ItemMetadata } from './item-metadata.ts'
import { selectKeywords } from './imports.sql.ts'

/** Names and sizes of these do not depend on the kind of the file. */
const recipes: readonly RenditionRecipe[] = eagerRenditions.flatMap((name) => recipeFor(name, 'IMAGE') ?? [])

/**
 * Inspects one uploaded file in a media worker: what it is, what it proposes, what is wrong with it, its
 * thumbnails from the same decoding. What is broken becomes an item with its reason. Cut short at any moment,
 * it starts over; an item that is deleted meanwhile ends it.
 */
export async function inspectItem(services: Services, id: number, signal: AbortSignal): Promise<void> {
  const item = await startInspection(services.database, id)
  if (!item) return
  const kept = new Set(
    (await selectRenditions(services.database, item.sha256, recipes))
      .filter((row) => row.sha256 !== null && !row.isPlaceholder)
      .map((row) => row.name),
  )
  const outputs = await Promise.all(
    recipes
      .filter(({ name }) => !kept.has(name))
      .map(async (recipe) => ({
        recipe,
        outputPath: await services.blobs.newScratchPath(`.${recipe.extension}`),
      })),
  )
  const isWanted = () => isInspectionWanted(services.database, id)
  const found = await whileWanted(isWanted, signal, (wanted) =>
    services.blobs.withLocalFile(item.sha256, (path) =>
      services.mediaWorkers.inspectAndRender({ path, fileName: item.file_name, outputs, signal: wanted }),
    ),
  )
  if (!found) return
  const { inspection, renditions } = found
  const keywords = await selectKeywords(services.database, inspection.metadata.keywords.map(foldText))
  await keepRenditions(
    services,
    item.sha256,
    renditions.flatMap((rendered) => {
      const output = outputs.find(({ recipe }) => recipe.name === rendered.name)
      return output ? [{ rendered, recipe: output.recipe, path: output.outputPath }] : []
    }),
  )
  await settleItem(services, id, {
    status: inspection.usable ? 'ready' : 'broken',
    inspection,
    proposed: proposeMetadata(inspection.metadata, keywords),
    problems: inspection.problems.map(({ severity: _severity, ...problem }) => problem),
  })
  await notifyImportDone(services.database, id)
}

/** What somebody wrote while the file was inspected stands above what the file proposes. */
async function settleItem(
  services: Services,
  id: number,
  { proposed, ...found }: Omit<Settled, 'metadata' | 'setAside'> & { readonly proposed: ItemMetadata },
): Promise<void> {
  const schemas = await listSchemas(services)
  const values = keptValues(schemaFor(schemas, { resource: defaultResource }), proposed)
  await withTransaction(services.database, async (transaction) => {
    const item = await lockInspectedItem(transaction, id)
    if (!item) return
    const schema = schemaFor(schemas, item)
    const own = keptValues(schema, item.metadata)
    const fitted = fitMetadata(schema, { ...values, ...item.set_aside, ...own })
    await settleInspection(transaction, item, { ...found, ...fitted })
  })
}
