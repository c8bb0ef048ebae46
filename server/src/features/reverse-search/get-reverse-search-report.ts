import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  ApiError,
  isApiError,
  type CallInput,
  type Calls,
  type ProviderFailure,
  type ProviderFindings,
} from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { Pending } from '../../access/handler.ts'
import { isWatermarked } from '../../access/identity.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { recipeFor, watermarkedName } from '../../media/rendition-recipes.ts'
import { ensureRendition } from '../../media/renditions/ensure-rendition.ts'
import { createContactSheet } from '../archive/contact-sheet.ts'
import { lendThumbnails, type ThumbnailedItem } from '../archive/lend-thumbnails.ts'
import { keepAllowed, requireSearchable } from './require-reverse-search.ts'
import {
  selectFoundAssets,
  selectReverseSearch,
  type FoundAsset,
  type ReverseSearchRow,
} from './reverse-searches.sql.ts'

/** With the asset itself two pages; of each provider as many. */
const mostShown = 23

/**
 * What the last search for an asset found, as far as the reader may see it now: the asset and what is like it
 * side by side, with how alike they are and where they are. Pending while it is searched for.
 * @throws entity_not_found, file_missing, access_denied, reverse_search_not_found, reverse_search_failed
 */
export async function getReverseSearchReport(
  context: Context,
  { uuid }: CallInput<Calls['getReverseSearchReport']>,
): Promise<ByteSource | Pending> {
  const { id, fileName } = await requireSearchable(context, uuid)
  const last = await selectReverseSearch(context.database, id)
  if (!last) throw new ApiError('reverse_search_not_found')
  if (last.status === 'pending') return { pending: true }
  if (last.status === 'failed') throw new ApiError('reverse_search_failed', { reason: last.error ?? '' })
  const words = wordsIn(context.locale)
  const items = [...(await listItems(context, id, last)), ...listElsewhere(last.elsewhere, words)]
  const sheet = await createContactSheet(lendThumbnails(context.blobs, items), {
    title: `${words.title} ${items[0]?.name ?? fileName}`,
    noPreview: words.noPreview,
    madeAt: last.done_at ?? new Date(),
  })
  return sourceOf(
    await buffer(sheet),
    `${fileName.replace(/(.)\.[^.\s/\\]{1,10}$/, '$1')} - ${words.file}.pdf`,
  )
}

function sourceOf(pdf: Buffer, fileName: string): ByteSource {
  return {
    sizeBytes: pdf.length,
    etag: `"${createHash('sha256').update(pdf).digest('hex')}"`,
    mediaType: 'application/pdf',
    cacheControl: 'private, no-cache',
    disposition: 'attachment',
    fileName,
    open: (start, endExclusive) => Readable.from([pdf.subarray(start, endExclusive)]),
  }
}

async function listItems(
  context: Context,
  assetId: number,
  { findings, elsewhere }: ReverseSearchRow,
): Promise<ThumbnailedItem[]> {
  const seen = new Set(
    await keepAllowed(
      context,
      'view',
      findings.map(({ id }) => id),
    ),
  )
  const shown = findings.filter(({ id }) => seen.has(id) && id !== assetId).slice(0, mostShown)
  const assets = await selectFoundAssets(context.database, [assetId, ...shown.map(({ id }) => id)])
  const words = wordsIn(context.locale)
  const toItem = async (id: number, lines: string[]): Promise<ThumbnailedItem[]> => {
    const asset = assets.find((one) => one.id === id)
    return asset ? [{ name: asset.name, lines, thumbSha256: await thumbnailOf(context, asset) }] : []
  }
  const isNothing = shown.length === 0 && elsewhere.every(({ matches }) => matches.length === 0)
  const self = assets.find((one) => one.id === assetId)
  const rights = [self?.copyright, self?.credit].filter((one) => typeof one === 'string').join(' · ')
  const rows = [
    toItem(assetId, [
      words.submitted,
      `${words.rights} ${rights || words.noRights}`,
      isNothing ? words.nothing : '',
    ]),
    ...shown.map(({ id, score, mirrored }) =>
      toItem(id, [
        `${Math.round(score * 100)} %${mirrored ? `, ${words.mirrored}` : ''}`,
        `${context.request.baseUrl}/browse/${id}`,
      ]),
    ),
  ]
  return (await Promise.all(rows)).flat()
}

/** What providers found, which of them have no result, and why. */
function listElsewhere(elsewhere: readonly ProviderFindings[], words: Words): ThumbnailedItem[] {
  return elsewhere.flatMap(({ provider, error, matches }): ThumbnailedItem[] => [
    ...(error === null ? [] : [{ name: provider, lines: [words.failures[error]], thumbSha256: undefined }]),
    ...matches
      .slice(0, mostShown)
      .map(({ page, title, score }) => ({
        name: title ?? new URL(page).host,
        lines: [`${Math.round(score * 100)} %, ${provider}`, ...linesOf(page)],
        thumbSha256: undefined,
      })),
  ])
}

/** An address in two lines, as far as they go: one would cut off where on a site it is. */
function linesOf(address: string): string[] {
  return [address.slice(0, lineLength), address.slice(lineLength, 2 * lineLength)].filter(
    (line) => line !== '',
  )
}
const lineLength = 36

/** Whoever sees watermarked pictures sees them here too. */
async function thumbnailOf(
  context: Context,
  { sha256, nature, place }: FoundAsset,
): Promise<string | undefined> {
  const name = isWatermarked(context.identity) ? watermarkedName('thumbnailSmall') : 'thumbnailSmall'
  try {
    return (await ensureRendition(context, sha256, recipeFor(name, nature, place) ?? name)).sha256
  } catch (error) {
    if (isApiError(error, 'rendition_failed') || isApiError(error, 'rendition_not_found')) return undefined
    throw error
  }
}

const english = {
  title: 'Similarity report:',
  file: 'similarity report',
  submitted: 'Searched for',
  nothing: 'Nothing similar found',
  mirrored: 'mirrored',
  noPreview: 'No preview',
  rights: 'Rights:',
  noRights: 'none given',
  failures: {
    late: 'Did not answer in time',
    unreachable: 'Could not be reached',
    refused: 'Refused the search',
    too_large: 'Answered too much',
    malformed: 'Gave an invalid answer',
    no_picture: 'No preview to search for',
  } satisfies Record<ProviderFailure, string>,
}
type Words = typeof english

const french: Words = {
  title: 'Rapport de similarité :',
  file: 'rapport de similarité',
  submitted: 'Recherchée',
  nothing: 'Aucune image similaire trouvée',
  mirrored: 'en miroir',
  noPreview: 'Pas d’aperçu',
  rights: 'Droits :',
  noRights: 'non renseignés',
  failures: {
    late: 'N’a pas répondu à temps',
    unreachable: 'Injoignable',
    refused: 'A refusé la recherche',
    too_large: 'Réponse trop volumineuse',
    malformed: 'Réponse invalide',
    no_picture: 'Pas d’aperçu à rechercher',
  },
}

function wordsIn(locale: string): Words {
  return locale.startsWith('fr') ? french : english
}
