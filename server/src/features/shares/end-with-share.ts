import type { Services } from '../../ground/services.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { endWith } from '../../ground/bytes/end-with.ts'
import { findShare } from './find-visitor.ts'

/** The bytes that a visitor receives, whichever they are: they end with the share. */
export function endWithShare(services: Services, shareId: string, source: ByteSource): ByteSource {
  return endWith(services, source, async () => (await findShare(services, shareId)) !== undefined)
}
