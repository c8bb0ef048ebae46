import { z } from 'zod'
import { assetId, line } from '../component/property.ts'

/** A tag of BCP 47. */
const language = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'a language is expected, as en or fr')
  .refine(isLanguage, 'there is no such language')

/** What browsers and servers name, and refuse where it is none. */
function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** What a page says of itself in its properties, beside its name and address. */
export const pageProps = z.object({
  /** In place of the name. */
  title: line(),
  /** For search engines and for those who share its address. */
  description: line(500),
  /** In which its texts are written, as `en`, `fr-CA`. */
  language: language.default('en').meta({ field: 'language' }),
  /** In which it is offered beside its own. */
  languages: z
    .array(language)
    .max(20)
    .default([])
    .transform((all) => [...new Set(all)])
    .meta({ field: 'languages' }),
  /** The asset that stands for it where its address is shared. */
  picture: assetId('IMAGE'),
  /** Search engines leave it out. */
  hidden: z.boolean().default(false),
})
export type PageProps = z.output<typeof pageProps>

/** The languages in which a page is offered, its own first. */
export function languagesOf({ language, languages }: Pick<PageProps, 'language' | 'languages'>): string[] {
  return [...new Set([language, ...languages])]
}
