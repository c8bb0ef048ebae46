import { z } from 'zod'
import { assetId, line } from '../component/property.ts'

/** What a page says of itself in its properties, beside its name and address. */
export const pageProps = z.object({
  /** In place of the name. */
  title: line(),
  /** For search engines and for those who share its address. */
  description: line(500),
  /** As `en`, `fr-CA`. */
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'a language is expected, as en or fr')
    .default('en'),
  /** The asset that stands for it where its address is shared. */
  picture: assetId('IMAGE'),
  /** Search engines leave it out. */
  hidden: z.boolean().default(false),
})
export type PageProps = z.output<typeof pageProps>
