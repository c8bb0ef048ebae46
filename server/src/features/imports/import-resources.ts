import type { ImportResource } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { may } from '../../access/decide.ts'
import { headersOf } from '../../model/schemas/read-schemas.ts'
import { labelIn } from '../../model/schemas/schema.ts'
import { listSchemas } from '../../model/schemas/schema-registry.ts'

/** What items can become. */
const importable: readonly string[] = ['asset']

/**
 * The resources that items can become, of those that the user may see, with their fields.
 * @source data-layer §3 Mass import job: itemResources
 */
export async function listImportResources(context: Context): Promise<ImportResource[]> {
  const known = await listSchemas(context.database)
  return importable
    .filter((resource) => may(context.identity, resource, 'view'))
    .flatMap((resource) => known.get(resource) ?? [])
    .map((schema) => ({
      resource: schema.resource,
      label: labelIn(schema.label, context.locale),
      description: '',
      fields: Object.fromEntries(
        Object.entries(headersOf(context, known, schema)).map(([name, header]) => [
          name,
          { ...header, $schema: known.get(schema.fields.get(name)?.target ?? '')?.path ?? null },
        ]),
      ),
    }))
}
