import { ApiError } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import { watermarkedTwin } from '../media/rendition-recipes.ts'
import { labelIn, type Label } from '../schemas/schema.ts'

/** What an archive can hold of each asset: its original, or a rendition of this name. */
interface DownloadProfile {
  readonly code: string
  readonly rendition: string
  readonly label: Label
}

/** The profile of an archive that asks for none. @source portal §9 download defaults */
export const defaultProfile = 'originals'

const original = 'original'
const profiles: readonly DownloadProfile[] = [
  { code: defaultProfile, rendition: original, label: { en: 'Original files', fr: 'Fichiers originaux' } },
  { code: 'preview', rendition: 'preview', label: { en: 'Whole screen (1600 pixels)', fr: 'Plein écran (1600 pixels)' } },
  { code: 'web', rendition: 'web', label: { en: 'For pages and letters (1200 pixels)', fr: 'Pour pages et courriers (1200 pixels)' } },
  { code: 'thumbnailBig', rendition: 'thumbnailBig', label: { en: 'Small pictures (640 pixels)', fr: 'Petites images (640 pixels)' } },
]

/** What an archive can hold. */
export async function listDownloadProfiles({ locale }: Context): Promise<{ code: string; name: string }[]> {
  return profiles.map(({ code, label }) => ({ code, name: labelIn(label, locale) }))
}

/**
 * The rendition that a profile takes of each asset; undefined for originals. Whoever sees everything watermarked gets the twin, of originals too.
 * @throws invalid_parameter for a profile that is none
 */
export function renditionOfProfile(code: string, isWatermarked: boolean): string | undefined {
  const profile = profiles.find((one) => one.code === code)
  if (!profile) throw new ApiError('invalid_parameter', { parameter: 'profile', reason: `choose ${profiles.map((one) => one.code).join(', ')}` })
  if (isWatermarked) return watermarkedTwin(profile.rendition)
  return profile.rendition === original ? undefined : profile.rendition
}
