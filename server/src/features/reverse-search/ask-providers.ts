import { buffer } from 'node:stream/consumers'
import { isApiError, type ProviderFindings } from '@cartouche/contract'
import type { Services } from '../../ground/services.ts'
import { ensureRendition } from '../../media/renditions/ensure-rendition.ts'
import { askProvider } from './ask-provider.ts'

/** What leaves the house: 640 pixels, and nothing of what the file says beside its picture. */
const sentRendition = 'thumbnailBig'

/**
 * Where the providers that the settings name find the picture of a file, each beside the others; in the order
 * of the settings.
 */
export async function askProviders(
  services: Services,
  sha256: string,
  signal: AbortSignal,
): Promise<ProviderFindings[]> {
  const { reverseSearchProviders: providers } = services.settings
  if (providers.length === 0) return []
  const picture = await pictureOf(services, sha256)
  if (picture === undefined)
    return providers.map((one) => ({ provider: new URL(one).host, error: 'no_picture', matches: [] }))
  return Promise.all(providers.map((one) => askProvider(one, picture, signal)))
}

async function pictureOf(services: Services, sha256: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const made = await ensureRendition(services, sha256, sentRendition)
    return Uint8Array.from(await buffer(services.blobs.open(made.sha256)))
  } catch (error) {
    if (isApiError(error, 'rendition_failed') || isApiError(error, 'rendition_not_found')) return undefined
    throw error
  }
}
