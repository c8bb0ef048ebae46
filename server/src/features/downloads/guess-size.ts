import type { ArchiveOptions } from './archive-options.ts'
import type { RenditionRecipe } from '../../media/rendition-recipes.ts'
import type { ArchivePlan } from './plan-archive.ts'

/** Headers and central record of a file, with a name of usual length. */
const entryOverheadBytes = 180
/** A line of the manifest and one of the descriptions, and what a contact sheet has beside the pictures. */
const manifestLineBytes = 200
const descriptionBytes = 400
const sheetCaptionBytes = 400
/**
 * @source measured: means of five real photographs of more than 2 megapixels, by the sizes and qualities of
 * the recipes
 */
const renditionBytes: Readonly<Record<string, number>> = {
  original: 900_000,
  preview: 255_000,
  web: 160_000,
  thumbnailBig: 52_000,
  thumbnailSmall: 15_000,
}

/** What a rendition weighs on average. Bytes. */
export function guessedRenditionBytes({ name, boxPx }: Pick<RenditionRecipe, 'name' | 'boxPx'>): number {
  return renditionBytes[name.replace(/_w$/, '')] ?? Math.round(0.1 * (boxPx ?? 3000) ** 2)
}

/** What each file of an archive brings along: headers, lines, its picture on the contact sheet. Bytes. */
export function bytesBesideFile({
  withDescriptions,
  withContactSheet,
}: Pick<ArchiveOptions, 'withDescriptions' | 'withContactSheet'>): number {
  return (
    entryOverheadBytes +
    manifestLineBytes +
    (withDescriptions ? descriptionBytes : 0) +
    (withContactSheet ? (renditionBytes['thumbnailSmall'] ?? 0) + sheetCaptionBytes : 0)
  )
}

/** About how large an archive will be of which something is still to be made. Bytes. */
export function guessSizeBytes({ files, missing }: ArchivePlan, options: ArchiveOptions): number {
  const known = files.reduce((sum, file) => sum + file.sizeBytes + entryOverheadBytes, 0)
  const toMake = missing.flatMap((piece) => ('recipe' in piece && !piece.forSheet ? [piece.recipe] : []))
  const made = toMake.reduce((sum, recipe) => sum + guessedRenditionBytes(recipe) + entryOverheadBytes, 0)
  const perFile = bytesBesideFile(options) - entryOverheadBytes
  return known + made + (files.length + toMake.length) * perFile
}
