import type { NatureName } from '@cartouche/contract'

const byWord = <Meaning>(
  lists: readonly (readonly [meaning: Meaning, words: string])[],
): ReadonlyMap<string, Meaning> =>
  new Map(
    lists.flatMap(([meaning, words]) => words.split(' ').map((word): [string, Meaning] => [word, meaning])),
  )

/** Words for natures, folded, English and French. */
export const natureWords = byWord<NatureName>([
  [
    'IMAGE',
    'image images photo photos photograph photographs photographie photographies picture pictures pic pics cliche cliches',
  ],
  ['VIDEO', 'video videos film films movie movies clip clips'],
  [
    'AUDIO',
    'audio audios sound sounds son sons recording recordings enregistrement enregistrements music musique musiques',
  ],
  ['DOCUMENT', 'document documents pdf pdfs'],
])

/** Ages of people. @source portal §9: age search terms */
export type Age = 'baby' | 'children' | 'adults' | 'senior'

/** Words for ages, folded, English and French. */
export const ageWords = byWord<Age>([
  ['baby', 'baby babies infant infants toddler toddlers newborn newborns bebe bebes nourrisson nourrissons'],
  ['children', 'children child kid kids enfant enfants'],
  ['adults', 'adults adult adulte adultes'],
  ['senior', 'senior seniors elderly aine aines ainee ainees'],
])

/**
 * Bands of durations: seconds above `gt`, up to `lte`.
 * @source portal §9: small up to 300 s, medium above 300 and up to 1200 s, big above 1200 s
 */
export const durationBands = {
  small: { lte: 300 },
  medium: { gt: 300, lte: 1200 },
  big: { gt: 1200 },
} as const
export type DurationBand = keyof typeof durationBands

/** Words for bands, which count beside films and recordings alone. */
export const bandWords = byWord<DurationBand>([
  ['small', 'small short brief petit petits petite petites court courts courte courtes bref breve'],
  ['medium', 'medium moyen moyens moyenne moyennes'],
  ['big', 'big long longs longue longues'],
])

/** Words that say nothing by themselves, once something was understood. */
export const fillers: ReadonlySet<string> = new Set(
  (
    'the a an of in on at with and or from to by for me my show find search all any some that which who is are was were as ' +
    'le la les l un une des de du d en dans avec et ou a au aux par pour sur qui que qu sont est moi montre montrer trouve trouver cherche tous toutes tout toute'
  ).split(' '),
)
