import type { EmbedUsage } from '@cartouche/contract'
import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { firstDayOf } from './counts.sql.ts'

/**
 * How many days are the last ones, and how many sites of an embed are listed, those with most views first.
 */
const recentDays = 30
const maxSites = 5

/**
 * How often each of these embeds was viewed and played, of all that is kept; those without are not among
 * them.
 */
export async function countByEmbed(
  database: Database,
  embedIds: readonly number[],
): Promise<ReadonlyMap<number, EmbedUsage>> {
  const recent = sql`filter (where u.day >= ${firstDayOf(recentDays)})`
  const sumOf = (kind: 'embed' | 'play') => sql`sum(case when u.kind = ${kind} then u.count else 0 end)`
  const { rows } = await sql<EmbedUsage & { readonly embedId: number }>`
    with by_site as (
      select u.embed_id, u.site, ${sumOf('embed')} views, ${sumOf('play')} plays,
        coalesce(${sumOf('embed')} ${recent}, 0) "recentViews", coalesce(${sumOf('play')} ${recent}, 0) "recentPlays",
        row_number() over (partition by u.embed_id order by u.site = '', ${sumOf('embed')} desc, u.site collate "C") place
      from usage_embed_day u where u.embed_id = any(${[...embedIds]}::bigint[]) group by u.embed_id, u.site)
    select embed_id "embedId", sum(views)::bigint views, sum(plays)::bigint plays,
      sum("recentViews")::bigint "recentViews", sum("recentPlays")::bigint "recentPlays",
      coalesce(jsonb_agg(jsonb_build_object('site', site, 'views', views, 'plays', plays) order by place)
        filter (where site <> '' and place <= ${maxSites}), '[]') sites
    from by_site group by embed_id
  `.execute(database)
  return new Map(rows.map(({ embedId, ...usage }) => [embedId, usage]))
}
