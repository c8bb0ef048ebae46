import type { Services } from '../../ground/services.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { endWith } from '../../ground/bytes/end-with.ts'
import { selectEmbed } from './embeds.sql.ts'

/** The bytes of a film or a picture that another site shows: they end with the embed. */
export function endWithEmbed(services: Services, embedId: number, source: ByteSource): ByteSource {
  return endWith(services, source, async () => (await selectEmbed(services.database, embedId)) !== undefined)
}
