import type { ItemReference } from '@cartouche/contract'
import { z } from 'zod'
import { defaultProfile } from './download-profiles.ts'

/**
 * What an archive shall hold; kept with the archive. `selection`: only these items of the cart, in the cart's
 * order; null: all. `locale`: of what is written in it.
 */
export const ArchiveOptions = z.object({
  profile: z.string(),
  locale: z.string(),
  withContactSheet: z.boolean(),
  withDescriptions: z.boolean(),
  /** The film of each Live Photo with its picture. */
  withLiveVideos: z.boolean().default(false),
  selection: z.array(z.object({ type: z.string(), id: z.number() })).nullable(),
  /** Of a kept list: so many hits from the one at this place, without these. */
  part: z.object({ first: z.number(), count: z.number(), without: z.array(z.number()) }).nullable(),
})
export type ArchiveOptions = z.output<typeof ArchiveOptions>

/** An archive as a client asks for it. */
export interface ArchiveInput {
  readonly profile?: string | undefined
  readonly withContactSheet?: boolean | undefined
  readonly withAssetsDescriptions?: boolean | undefined
  readonly withLiveVideos?: boolean | undefined
  readonly sendLinkByEmail?: boolean | undefined
  readonly selection?: readonly ItemReference[] | undefined
  readonly first?: number | undefined
  readonly count?: number | undefined
  readonly without?: readonly number[] | undefined
}

/**
 * What an archive shall hold, with the defaults. An empty selection selects nothing.
 * @source portal §9: profile originals, contact sheet true, asset descriptions true, email link false
 */
export function parseArchiveOptions(input: ArchiveInput, locale: string): ArchiveOptions {
  return {
    profile: input.profile || defaultProfile,
    locale,
    withContactSheet: input.withContactSheet ?? true,
    withDescriptions: input.withAssetsDescriptions ?? true,
    withLiveVideos: input.withLiveVideos ?? false,
    selection: input.selection?.map(({ type, id }) => ({ type, id })) ?? null,
    part:
      input.count === undefined
        ? null
        : { first: input.first ?? 0, count: input.count, without: [...(input.without ?? [])] },
  }
}
