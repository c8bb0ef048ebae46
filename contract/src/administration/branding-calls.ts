import { z } from 'zod'
import { bytes, defineCall } from '../define-call.ts'
import { int } from '../parameters.ts'

/**
 * Pictures of a brand: `logo` stands for the name, `background` behind the sign-in and shared pages,
 * `favicon` in the browser's tab.
 */
export const brandImages = ['logo', 'background', 'favicon'] as const
export type BrandImage = (typeof brandImages)[number]

const grounds = z.object({ ground: z.string(), text: z.string() })

/**
 * How the library presents itself; addresses are empty where there is no picture. `colours`: null for the
 * product's own.
 */
export const Branding = z.object({
  appName: z.string(),
  baseUrl: z.string(),
  dxmUrl: z.string(),
  background: z.string(),
  logo: z.string(),
  favicon: z.string(),
  richTextEditorKey: z.string(),
  spellcheckerKey: z.string(),
  availability: z.object({ available: z.boolean(), message: z.string(), resolved: z.boolean() }),
  /** The same pictures, by where existing clients show them; empty where there is none. */
  appBGCredit: z.string(),
  appBGUrl: z.string(),
  appBG404Error: z.string(),
  appBG500Error: z.string(),
  appFaviconUrl: z.string(),
  appLogoUrlForDarkBG: z.string(),
  appLogoUrlForLightBG: z.string(),
  appLogoHeaderUrlForDarkBG: z.string(),
  appLogoHeaderUrlForLightBG: z.string(),
  colour: z.string().nullable(),
  colours: z.object({ shades: z.array(z.string()), light: grounds, dark: grounds }).nullable(),
  version: z.number(),
})
export type Branding = z.output<typeof Branding>

export const getInfos = defineCall({
  name: 'getInfos',
  method: 'GET',
  path: '/wedia/app/infos/getInfos',
  access: 'public',
  summary: 'Name, colours, logo, background and favicon of the library',
  source: 'data-layer §3 Application info, §7 Application',
  input: z.object({}),
  answers: z.object({ infos: Branding }),
  errors: [],
})

export const getBrandImage = defineCall({
  name: 'getBrandImage',
  method: 'GET',
  path: '/wedia/app/infos/image/{kind}',
  access: 'public',
  summary: 'A picture of the brand; its address changes with it',
  source: 'decision 0071',
  input: z.object({ kind: z.enum(brandImages), v: z.string().max(64).optional() }),
  answers: bytes,
  errors: ['path_not_found'],
})

/** Files of assets are never without a right: what is unsecured is the brand alone. */
export const getUnsecuredImage = defineCall({
  name: 'getUnsecuredImage',
  method: 'GET',
  path: '/__imageservlet/branding/{kind}',
  access: 'public',
  summary:
    'An image that needs no right: a picture of the brand. It has one size, whatever variation is asked for',
  source: 'portal §7 Assets, data-layer §7 Player and embed',
  input: z.object({ kind: z.enum(brandImages), variation: z.string().max(500).optional() }),
  answers: bytes,
  errors: ['path_not_found'],
})

export const getEditorKeys = defineCall({
  name: 'getEditorKeys',
  method: 'GET',
  path: '/wedia/froala/config',
  access: 'signed-in',
  summary: 'Licence keys of the editors of texts; empty where there is none',
  source: 'data-layer §7 Application; decision 0165',
  input: z.object({}),
  answers: z.object({ richTextEditorKey: z.string(), spellcheckerKey: z.string() }),
  errors: [],
})

/** A key as its seller writes it; none of them has spaces or quotes. */
const licenceKey = z
  .string()
  .trim()
  .max(500)
  .regex(/^[\w.=+/!-]*$/, 'a licence key is expected')
const changed = ['branding_image_refused', 'version_conflict'] as const

export const updateBranding = defineCall({
  name: 'updateBranding',
  method: 'PUT',
  path: '/rest/administration/branding',
  access: 'branding/update',
  maxBodyBytes: 16 * 1024 * 1024,
  summary: 'Change name, colour or pictures; null goes back to what the product comes with',
  source: 'decision 0071',
  input: z.object({
    name: z.string().trim().min(1).max(80).nullable().optional(),
    colour: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'a colour is expected, as #3f48a8')
      .transform((colour) => colour.toLowerCase())
      .nullable()
      .optional(),
    /** Files as `data:image/png;base64,…`, by kind; null takes one away. */
    images: z.partialRecord(z.enum(brandImages), z.string().max(15_000_000).nullable()).optional(),
    /** Of the organisation's other site; empty for none. */
    dxmUrl: z
      .union(
        [z.literal(''), z.url({ protocol: /^https?$/ }).max(2000)],
        'an address with https:// is expected',
      )
      .optional(),
    richTextEditorKey: licenceKey.optional(),
    spellcheckerKey: licenceKey.optional(),
    version: int.min(1).optional(),
  }),
  answers: z.object({ infos: Branding }),
  errors: [...changed],
})
