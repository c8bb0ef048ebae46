import type { GroupPage } from './cursor-state.ts'

/**
 * The groups with those of a page: one that is there already is extended by its hits, each once, and takes
 * its token, count and completeness from the page; others come after.
 * @source data-layer §4: grouped results extend a group's data, nextData, count and complete flag
 */
export function extendGroups(groups: readonly GroupPage[], page: readonly GroupPage[]): readonly GroupPage[] {
  const byKey = new Map(groups.map((group) => [group.key, group]))
  for (const group of page) {
    const before = byKey.get(group.key)?.hits ?? []
    const known = new Set(before.map(({ uuid }) => uuid))
    byKey.set(group.key, { ...group, hits: before.concat(group.hits.filter(({ uuid }) => !known.has(uuid))) })
  }
  return [...byKey.values()]
}

/** The groups without some hits. */
export function withoutHits(groups: readonly GroupPage[], keys: ReadonlySet<string>): readonly GroupPage[] {
  return groups.map((group) => {
    const hits = group.hits.filter(({ key }) => !keys.has(key))
    return { ...group, hits, count: group.count - group.hits.length + hits.length }
  })
}
