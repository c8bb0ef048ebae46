import { linkTarget, linkTo, type Asset, type LinkKind } from '@cartouche/components'
import type { Context } from '../../access/context.ts'
import type { Database } from '../../ground/database/database.ts'
import { findReadable } from './find-page.ts'
import { addressIn } from './page-languages.ts'

/** What other rooms know of what links lead to. */
interface LinkTargets {
  /** Those of some carts that the caller may see. */
  readonly carts: (context: Context, ids: readonly number[]) => Promise<number[]>
  /** Those of some shares that let visitors in. */
  readonly shares: (database: Database, ids: readonly string[]) => Promise<string[]>
}

declare module '../../ground/services.ts' {
  interface Services {
    readonly linkTargets: LinkTargets
  }
}

/** Ids of the assets that links lead to. */
export function linkedAssets(links: readonly string[]): number[] {
  return idsOf(links, 'asset').map(Number)
}

/**
 * The addresses of what links lead to by their ids, for the reader of a page at this moment; what is gone, or
 * what they may not see, has none.
 * @param shown the assets of the page that the reader may see, and the language in which it is read
 * @source decision 0179
 */
export async function readLinks(
  context: Context,
  links: readonly string[],
  { assets, language }: { readonly assets: ReadonlyMap<number, Asset>; readonly language: string },
): Promise<ReadonlyMap<string, string>> {
  const { identity, database, linkTargets } = context
  const cartIds = identity.kind === 'page' ? [] : idsOf(links, 'cart').map(Number)
  const shareIds = idsOf(links, 'share')
  const [pages, carts, shares] = await Promise.all([
    findReadable(context, idsOf(links, 'page').map(Number)),
    cartIds.length === 0 ? [] : linkTargets.carts(context, cartIds),
    shareIds.length === 0 ? [] : linkTargets.shares(database, shareIds),
  ])
  const to = (kind: LinkKind, id: string | number, address: string | undefined): [string, string][] =>
    address === undefined ? [] : [[linkTo({ kind, id }), address]]
  return new Map([
    ...pages.flatMap((page) => to('page', page.id, addressIn(page, language))),
    ...carts.flatMap((id) => to('cart', id, `/carts/${id}`)),
    ...shares.flatMap((id) => to('share', id, `/s/${id}`)),
    ...linkedAssets(links).flatMap((id) => {
      const asset = assets.get(id)
      // Whoever reads an open page may not be able to sign in: for them it is what the page may show.
      return to('asset', id, asset && (identity.kind === 'page' ? fileOf(asset) : `/browse/${id}`))
    }),
  ])
}

/** What plays it, or its largest picture. */
function fileOf({ player, pictures }: Asset): string | undefined {
  return (player ?? pictures.findLast(({ mediaType }) => mediaType === 'image/jpeg'))?.address
}

function idsOf(links: readonly string[], wanted: LinkKind): string[] {
  return links.flatMap((link) => {
    const target = linkTarget(link)
    return target?.kind === wanted ? [target.id] : []
  })
}
