/**
 * What is counted. A name that a client has for it is taken by what it contains, as `damView`; a name that
 * contains none of these is refused by nobody, and counts as `other`.
 * @source decision 0159
 */
export const usageKinds = ['view', 'download', 'play', 'share', 'embed', 'search', 'other'] as const
export type UsageKind = (typeof usageKinds)[number]

/** By what counts can be grouped: entities as `asset_12`, people as `user_3`, days as `2026-01-31`. */
export const usageGroups = [
  'object',
  'user',
  'application',
  'site',
  'words',
  'reached',
  'day',
  'hour',
] as const
export type UsageGroup = (typeof usageGroups)[number]

/** The kind of event that a client means by a name. */
export function usageKindOf(name: string): UsageKind {
  const text = name.toLowerCase()
  return usageKinds.find((kind) => text.includes(kind)) ?? 'other'
}
