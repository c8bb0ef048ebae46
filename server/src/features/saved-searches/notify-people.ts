import type { Context } from '../../access/context.ts'
import type { Database } from '../../ground/database/database.ts'
import { notify } from '../../people/notifications/notify.ts'

/** Whom to notify of which search. `url`: where the client would have them go. */
interface SearchNews {
  readonly id: number
  readonly name: string
  readonly to: readonly number[]
  readonly url: string | undefined
  readonly isTransfer: boolean
}

/** Notifies people that a search was shared with them, or is theirs now. */
export async function notifyPeople(
  { identity, request }: Context,
  database: Database,
  { id, name, to, url, isTransfer }: SearchNews,
): Promise<void> {
  const sharer = identity.kind === 'user' ? identity.name : 'Cartouche'
  const title = isTransfer
    ? {
        en: `${sharer} made you the owner of the search “${name}”`,
        fr: `${sharer} vous a transmis la recherche « ${name} »`,
      }
    : {
        en: `${sharer} shared the search “${name}” with you`,
        fr: `${sharer} partage la recherche « ${name} » avec vous`,
      }
  await notify(database, to, {
    type: 'share',
    title,
    link: ownLink(url, request.baseUrl) ?? `/searches/${id}`,
    data: { savedSearch: id },
  })
}

/**
 * The path of an address of this application; undefined for any other: a notification never leads elsewhere.
 * @source decision 0060
 */
export function ownLink(url: string | undefined, baseUrl: string): string | undefined {
  if (url === undefined || !URL.canParse(url, baseUrl)) return undefined
  const { origin, pathname, search, hash } = new URL(url, baseUrl)
  return origin === new URL(baseUrl).origin && !pathname.startsWith('//')
    ? `${pathname}${search}${hash}`
    : undefined
}
