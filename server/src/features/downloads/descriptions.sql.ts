import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** What is written down about an asset, beside its links. */
export interface DescribedAsset {
  readonly id: number
  readonly props: Readonly<Record<string, unknown>>
  readonly valid_from: Date | null
  readonly valid_until: Date | null
}

/** Assets by ids, in no order. */
export async function selectDescribedAssets(
  database: Database,
  resource: string,
  ids: readonly number[],
): Promise<DescribedAsset[]> {
  const { rows } = await sql<DescribedAsset>`
    select id, props, valid_from, valid_until from entity where resource = ${resource} and id = any(${[...ids]}::bigint[])
  `.execute(database)
  return rows
}

/**
 * Names that the links of assets lead to in a language, in English where there is none: by asset and field,
 * in order.
 * @param visible the condition on `link k` under which what it leads to may be named
 */
export async function selectDescribedLinks(
  database: Database,
  resource: string,
  ids: readonly number[],
  locale: string,
  visible: RawBuilder<SqlBool>,
): Promise<Map<number, Map<string, readonly string[]>>> {
  const { rows } = await sql<{ id: number; field: string; target_resource: string; targets: number[] }>`
    select id, field, target_resource, array_agg(target_id order by position) targets
    from link k where resource = ${resource} and id = any(${[...ids]}::bigint[]) and ${visible} group by id, field, target_resource
  `.execute(database)
  const names = await selectTargetNames(database, rows, locale)
  const links = new Map<number, Map<string, readonly string[]>>()
  for (const { id, field, target_resource, targets } of rows) {
    const own = links.get(id) ?? new Map<string, readonly string[]>()
    links.set(
      id,
      own.set(
        field,
        targets.map((target) => names.get(`${target_resource}/${target}`) ?? ''),
      ),
    )
  }
  return links
}

/** Many assets lead to few names: each is read once, not with every link. */
async function selectTargetNames(
  database: Database,
  links: readonly { readonly target_resource: string; readonly targets: readonly number[] }[],
  locale: string,
): Promise<Map<string, string>> {
  const keys = new Map(
    links.flatMap((link) =>
      link.targets.map(
        (id) => [`${link.target_resource}/${id}`, { resource: link.target_resource, id }] as const,
      ),
    ),
  )
  const wanted = [...keys.values()]
  const { rows } = await sql<{ key: string; name: string }>`
    select e.resource || '/' || e.id key, coalesce(e.props ->> ${`name_${locale}`}, e.props ->> 'name', '') name
    from unnest(${wanted.map(({ resource }) => resource)}::text[], ${wanted.map(({ id }) => id)}::bigint[]) w(resource, id) join entity e on e.resource = w.resource and e.id = w.id
  `.execute(database)
  return new Map(rows.map(({ key, name }) => [key, name]))
}
