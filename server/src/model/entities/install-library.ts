import { assetNatures } from '@cartouche/contract'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { insertEntity } from './entities.sql.ts'
import { builtInSchemas } from '../schemas/built-in-schemas.ts'
import { installSchemas } from '../schema-changes/install-schemas.ts'
import type { Schema } from '../schemas/schema.ts'
import { project } from '../search/project.ts'

const natureNames = {
  IMAGE: { name: 'IMAGE', name_fr: 'IMAGE' },
  VIDEO: { name: 'VIDEO', name_fr: 'VIDÉO' },
  AUDIO: { name: 'AUDIO', name_fr: 'SON' },
  DOCUMENT: { name: 'DOCUMENT', name_fr: 'DOCUMENT' },
  OTHER: { name: 'OTHER', name_fr: 'AUTRE' },
} as const

/** Makes sure that the built-in schemas and natures are there; says nothing when they are. */
export async function installLibrary(database: Database): Promise<void> {
  await installSchemas(database)
  const schema = builtInSchemas.find(({ resource }) => resource === 'assetnature')
  if (schema) await installNatures(database, schema)
}

async function installNatures(database: Database, schema: Schema): Promise<void> {
  await withTransaction(database, async (transaction) => {
    const there = await transaction
      .selectFrom('entity')
      .select('id')
      .where('resource', '=', 'assetnature')
      .execute()
    const missing = Object.entries(assetNatures).filter(([, id]) => !there.some((row) => row.id === id))
    for (const [name, id] of missing)
      await insertEntity(transaction, {
        resource: 'assetnature',
        id,
        status: null,
        ownerId: null,
        props: natureNames[name as keyof typeof natureNames],
        modifiedBy: null,
      })
    await project(
      transaction,
      schema,
      missing.map(([, id]) => id),
    )
  })
}
