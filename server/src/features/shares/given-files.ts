import { ApiError, sharedPictures, type SharedPicture } from '@cartouche/contract'
import type { Database } from '../../ground/database/database.ts'
import { recipeFor } from '../../media/rendition-recipes.ts'
import { selectGivenProfiles, type GivenProfile } from './shares.sql.ts'

/** What a share gives of files, where its sharer chose. */
export interface GivenFiles {
  /** The profile that gives most first. Empty where an administrator deleted all of them. */
  readonly profiles: readonly GivenProfile[]
  /** The largest picture that its visitors see; null: originals are given. */
  readonly largest: SharedPicture | null
  /** Whether each profile writes a watermark. */
  readonly givesMarked: boolean
}

/**
 * What profiles give, by what they are today. Nobody sees a larger picture than they may take.
 * @param codes null: all that there are
 * @source decision 0236
 */
export async function readGivenFiles(
  database: Database,
  codes: readonly string[] | null,
): Promise<GivenFiles | null> {
  if (codes === null) return null
  const profiles = (await selectGivenProfiles(database, codes)).toSorted((a, b) => sideOf(b) - sideOf(a))
  const side = Math.max(0, ...profiles.map(sideOf))
  return {
    profiles,
    largest: profiles.some(({ rendition }) => rendition === 'original') ? null : largestWithin(side),
    givesMarked: profiles.length > 0 && profiles.every(({ recipe }) => recipe?.watermark === true),
  }
}

/** @throws invalid_parameter where one is no profile */
export async function requireProfiles(database: Database, codes: readonly string[]): Promise<void> {
  const known = new Set((await selectGivenProfiles(database, codes)).map(({ code }) => code))
  const unknown = codes.find((code) => !known.has(code))
  if (unknown !== undefined)
    throw new ApiError('invalid_parameter', {
      parameter: 'profiles',
      reason: `there is no download profile ${unknown}`,
    })
}

/** The longest side of its pictures, px: what an original has is more than any. */
function sideOf({ rendition, recipe }: GivenProfile): number {
  if (recipe !== null) return recipe.boxPx ?? Number.MAX_SAFE_INTEGER
  if (rendition === 'original') return Infinity
  return pictureSide(rendition ?? '')
}

function pictureSide(name: string): number {
  return recipeFor(name, 'IMAGE')?.boxPx ?? 0
}

/** The smallest is shown in any case: a link without pictures is none. */
function largestWithin(side: number): SharedPicture {
  return sharedPictures.findLast((name) => pictureSide(name) <= side) ?? sharedPictures[0]
}
