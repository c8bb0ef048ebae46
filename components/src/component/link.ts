/** What a link can lead to by its id, whatever its address is at a moment. */
export const linkKinds = ['page', 'asset', 'cart', 'share'] as const
export type LinkKind = (typeof linkKinds)[number]

/** What a link leads to by its id, written as `page:12` or `share:k3Jw…`. */
export interface LinkTarget {
  readonly kind: LinkKind
  readonly id: string
}

const written = /^(?:(page|asset|cart):([1-9]\d{0,14})|(share):([\w-]{1,64}))$/

/** Reads what a link leads to by its id; undefined where it is an address. @source decision 0179 */
export function linkTarget(link: string): LinkTarget | undefined {
  const [, kind, id, share, shareId] = written.exec(link) ?? []
  if (share !== undefined) return { kind: 'share', id: shareId ?? '' }
  const known = linkKinds.find((one) => one === kind)
  return known && id !== undefined ? { kind: known, id } : undefined
}

/** Writes it. */
export function linkTo({ kind, id }: { readonly kind: LinkKind; readonly id: string | number }): string {
  return `${kind}:${id}`
}
