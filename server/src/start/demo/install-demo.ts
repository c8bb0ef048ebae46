import { createReadStream } from 'node:fs'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { EntityData, ImportItemStatus } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { Services } from '../../ground/services.ts'
import { addCartItems } from '../../features/carts/cart-items.ts'
import { createCart } from '../../features/carts/create-cart.ts'
import { findEntities } from '../../model/entities/find-entities.ts'
import { createRecord, patchRecord } from '../../model/entities/write-entity.ts'
import type { UploadPart } from '../../access/handler.ts'
import { editImportJob } from '../../features/imports/edit-import-job.ts'
import { createImportJob, getImportJob } from '../../features/imports/import-jobs.ts'
import { selectJobByName } from '../../features/imports/import-jobs.sql.ts'
import { uploadImportFiles } from '../../features/imports/upload-import-files.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { actAs } from '../../people/session/act-as.ts'
import { findAccount } from '../../people/session/account.ts'

const editorId = 12
const jobName = 'Demonstration library'
const settleWithinMs = 240_000

/**
 * Makes the demonstration library once, as the account `editor`, on the same way as anybody's import: files
 * are drawn, uploaded, inspected, published, put into collections and a cart. Cut short, it goes on at the
 * next start; done, it never comes back.
 */
export async function installDemo(services: Services): Promise<void> {
  const done = join(services.settings.dataFolder, 'demonstration-made')
  if (
    await access(done).then(
      () => true,
      () => false,
    )
  )
    return
  const editor = await findAccount(services.database, { kind: 'user', id: editorId })
  if (!editor) return
  const context = actAs(services, editor)
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-demo-'))
  try {
    const { makeFiles } = await import('./make-files.ts')
    await importFiles(context, await makeFiles(folder))
    await arrange(context)
    await writeFile(done, `${new Date().toISOString()}\n`)
  } catch (error) {
    services.log.warn(
      { message: error instanceof Error ? error.message : String(error) },
      'the demonstration library is not complete; the next start goes on',
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function importFiles(context: Context, paths: readonly string[]): Promise<void> {
  const id =
    (await selectJobByName(context.database, editorId, jobName)) ??
    (await createImportJob(context, { json: { name: jobName } })).response.data.id
  await uploadImportFiles(context, { job: id, parts: partsOf(paths) })
  await settle(context, id, ['waiting', 'analyzing'])
  const { counts } = (await getImportJob(context, { id })).response.data
  if ((counts['ready'] ?? 0) > 0)
    await editImportJob(context, { id, metadata: { validate: true, workflowAction: 'publish' } })
  await settle(context, id, ['validating'])
}

async function* partsOf(paths: readonly string[]): AsyncGenerator<UploadPart> {
  for (const path of paths)
    yield {
      kind: 'file',
      name: basename(path),
      fileName: basename(path),
      mediaType: '',
      stream: createReadStream(path),
    }
}

/** Waits until no item is in these statuses any more. */
async function settle(context: Context, id: number, statuses: readonly ImportItemStatus[]): Promise<void> {
  for (const until = performance.now() + settleWithinMs; performance.now() < until; await wait(500)) {
    const { counts } = (await getImportJob(context, { id })).response.data
    if (statuses.every((status) => (counts[status] ?? 0) === 0)) return
  }
  throw new Error('The files were not inspected in time')
}

const collections = [
  { name: 'Coasts', name_fr: 'Côtes', words: 'sea harbour' },
  { name: 'Landscapes', name_fr: 'Paysages', words: 'mountains desert field forest' },
  { name: 'Cities', name_fr: 'Villes', words: 'city' },
] as const

async function arrange(context: Context): Promise<void> {
  const collection = await getSchemaOf(context, 'assetcollection')
  const asset = await getSchemaOf(context, 'asset')
  for (const { words, ...names } of collections) {
    const { id } = await createRecord(context, collection, names)
    for (const found of await find(context, words))
      await patchRecord(context, asset, found.id, { collections: { $mode: 'appendnew', $values: [id] } })
  }
  const [cart] = await createCart(context, {
    name: 'Evening light',
    description: 'For the spring brochure',
    private: false,
  })
  await addCartItems(context, {
    id: Number(cart.id),
    items: (await find(context, 'evening')).map(({ id }) => ({ type: 'asset', id })),
  })
}

async function find(context: Context, words: string): Promise<EntityData[]> {
  const { response } = await findEntities(context, {
    path: 'dam/data/asset',
    fulltext: `${words} `,
    fulltextMode: 'should',
    max: 100,
  })
  return response.data.filter((one): one is EntityData => typeof one !== 'string')
}
