import { ApiError, type ItemReference } from '@cartouche/contract'
import { z } from 'zod'
import { defaultProfile } from './download-profiles.ts'

/** What an archive shall hold; kept with the archive. `selection`: only these items of the cart, in the cart's order; null: all. `locale`: of what is written in it. */
export const ArchiveWish = z.object({
  profile: z.string(),
  locale: z.string(),
  withContactSheet: z.boolean(),
  withDescriptions: z.boolean(),
  selection: z.array(z.object({ type: z.string(), id: z.number() })).nullable(),
})
export type ArchiveWish = z.output<typeof ArchiveWish>

/** An archive as a client asks for it. */
export interface ArchiveInput {
  readonly profile?: string | undefined
  readonly withContactSheet?: boolean | undefined
  readonly withAssetsDescriptions?: boolean | undefined
  readonly sendLinkByEmail?: boolean | undefined
  readonly selection?: readonly ItemReference[] | undefined
}

/**
 * What an archive shall hold, with the defaults. An empty selection selects nothing.
 * @throws invalid_parameter for a link by e-mail: it would never arrive
 * @source portal §9: profile originals, contact sheet true, asset descriptions true, email link false
 */
export function parseArchiveWish(input: ArchiveInput, locale: string): ArchiveWish {
  if (input.sendLinkByEmail) throw new ApiError('invalid_parameter', { parameter: 'sendLinkByEmail', reason: 'this server sends no e-mail' })
  return {
    profile: input.profile || defaultProfile, locale, withContactSheet: input.withContactSheet ?? true, withDescriptions: input.withAssetsDescriptions ?? true,
    selection: input.selection?.map(({ type, id }) => ({ type, id })) ?? null,
  }
}
