/**
 * The names that the wire has for pages and what they are made of, in paths of widgets and beside the names
 * of their resources.
 * @source data-layer §7 CMS, §9: widget path scheme
 */
export const resourceAliases = {
  clubwedpagedesc: 'page',
  clubwedwidget: 'pagewidget',
  cwpagefile: 'pagefile',
} as const

/** Names that no other resource can have. */
export const aliasNames: readonly string[] = Object.keys(resourceAliases)

/** Whether a name is another one of a resource. */
export function isAlias(name: string): name is keyof typeof resourceAliases {
  return Object.hasOwn(resourceAliases, name)
}

/** The resource that a name in a path stands for, in lower case. */
export function resourceNamed(name: string): string {
  const lower = name.toLowerCase()
  return isAlias(lower) ? resourceAliases[lower] : lower
}
