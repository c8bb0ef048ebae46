import { deriveColours, type Branding, type BrandImage } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { selectBranding, selectBrandName } from './branding.sql.ts'

type Reading = Pick<Context, 'database' | 'settings'>

/**
 * How the library presents itself. `baseUrl`: what addresses begin with.
 * @source data-layer §3 Application info
 */
export async function readBranding({ database, settings }: Reading, baseUrl: string): Promise<Branding> {
  const { name, colour, version, images, ...application } = await selectBranding(database)
  const address = (kind: BrandImage): string => {
    const image = images.find((one) => one.kind === kind)
    // A picture that changes has another address: a browser keeps each for ever.
    return image ? `${baseUrl}/api/wedia/app/infos/image/${kind}?v=${image.sha256.slice(0, 16)}` : ''
  }
  const [background, logo, favicon] = [address('background'), address('logo'), address('favicon')]
  return {
    appName: name ?? settings.organisation,
    baseUrl,
    ...application,
    background,
    logo,
    favicon,
    appBGCredit: '',
    appBGUrl: background,
    appBG404Error: background,
    appBG500Error: background,
    appFaviconUrl: favicon,
    appLogoUrlForDarkBG: logo,
    appLogoUrlForLightBG: logo,
    appLogoHeaderUrlForDarkBG: logo,
    appLogoHeaderUrlForLightBG: logo,
    availability: { available: true, message: '', resolved: true },
    colour,
    colours: colour === null ? null : { ...deriveColours(colour), shades: [...deriveColours(colour).shades] },
    version,
  }
}

/** The name that people see: the brand's, or what the settings say. */
export async function organisationOf({ database, settings }: Reading): Promise<string> {
  return (await selectBrandName(database)) ?? settings.organisation
}
