import { everything } from '@cartouche/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scopeOf } from '../../access/decide.ts'
import type { EmbedReader, Identity, PageReader, SignedIn, Visitor } from '../../access/identity.ts'
import { openTestImport, type TestImport } from '../../features/imports/test-import.ts'
import { withTransaction } from '../../ground/database/database.ts'
import type { Task } from '../../ground/jobs/task.ts'
import { pdfOfPages } from '../../media/document-test-files.ts'
import { findEntities } from '../entities/find-entities.ts'
import { correctWords } from '../search/correct-words.ts'
import { findPage, suggestWords, type PageRequest } from '../search/find.ts'
import { project } from '../search/project.ts'
import { searchIn } from '../search/search-in.ts'
import { getSchemaOf } from '../schemas/schema-registry.ts'
import { getVariation } from '../variations/get-variation.ts'
import { addTestAsset } from '../variations/test-asset.ts'
import { documentTasks } from './document-tasks.ts'
import { upsertDocumentWords } from './document-words.sql.ts'
import { readWords } from './read-words.ts'

let server: TestImport
let editor: SignedIn
beforeAll(async () => {
  server = await openTestImport()
  editor = await server.library.user('editor')
})
afterAll(() => server.close())

const signal = AbortSignal.timeout(600_000)
const pdf = 'application/pdf'

async function shaOf(id: number): Promise<string> {
  const row = await server.services.database
    .selectFrom('entity_file')
    .select('sha256')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.sha256
}

/** An asset whose document has these lines, read or not. */
async function add(
  name: string,
  lines: readonly string[],
  { isRead = true, status = 6 } = {},
): Promise<number> {
  const bytes = await pdfOfPages([lines])
  const id = await addTestAsset(server.services, name, pdf, 'DOCUMENT', bytes, status)
  if (isRead) await readWords(server.services, await shaOf(id), signal)
  return id
}

async function find(
  identity: Identity,
  fulltext: string,
  page: Partial<PageRequest> & { mode?: 'should' | 'must' } = {},
): Promise<readonly number[]> {
  const { ids, total } = await findPage(
    await searchIn(server.services),
    { scope: scopeOf(identity, 'asset', 'view'), query: everything, fulltext, fulltextMode: page.mode },
    { max: 50, ...page },
  )
  expect(total).toBe(ids.length)
  return ids
}

/** What a search found by words inside documents alone. */
async function documentHits(
  identity: Identity,
  fulltext: string,
  page: Partial<PageRequest> & { mode?: 'should' | 'must' } = {},
): Promise<readonly number[] | undefined> {
  const found = await findPage(
    await searchIn(server.services),
    { scope: scopeOf(identity, 'asset', 'view'), query: everything, fulltext, fulltextMode: page.mode },
    { max: 50, withDocumentHits: true, ...page },
  )
  return found.documentHits
}

describe('a word inside a document', () => {
  test('finds its asset, once it was read', async () => {
    const id = await add('Plain.pdf', ['The quixotic clause'], { isRead: false })
    expect(await find(editor, 'quixotic ')).toEqual([])
    await readWords(server.services, await shaOf(id), signal)
    expect(await find(editor, 'quixotic ')).toEqual([id])
    expect(await find(editor, 'QUIXÓT')).toEqual([id])
  })

  test('counts together with words of its metadata, and below them', async () => {
    const inside = await add('Harbour.pdf', ['A zeppelin above'])
    const completed = await add('Zeppelin.pdf', ['The lighthouse'])
    const named = await add('Zeppelin lighthouse.pdf', ['nothing of it'])
    expect(await find(editor, 'harbour zeppelin ')).toEqual([inside])
    const found = await find(editor, 'zeppelin lighthouse ', { orderby: 'relevance' })
    expect(found).toEqual([named, completed])
    expect(await find(editor, 'zeppelin ', { orderby: 'relevance' })).toEqual([named, completed, inside])
    const all = await find(editor, 'zeppelin lighthouse ', { mode: 'should', orderby: 'relevance' })
    expect(all.at(-1)).toBe(inside)
  })

  test('is distinguished from a word of the metadata', async () => {
    const inside = await add('Semaphore.pdf', ['An aeronaut waves'])
    const named = await add('Aeronaut.pdf', ['An aeronaut waves'])
    for (const orderby of [undefined, 'relevance', 'name asc']) {
      expect(await documentHits(editor, 'aeronaut ', { orderby })).toEqual([inside])
      expect(await documentHits(editor, 'semaphore aeronaut ', { orderby })).toEqual([inside])
      expect(await documentHits(editor, 'semaphore ', { orderby })).toEqual([])
      expect(await documentHits(editor, 'semaphore aeronaut ', { orderby, mode: 'should' })).toEqual([])
    }
    expect(await documentHits(editor, 'aeronaut ', { withDocumentHits: false })).toBeUndefined()
    const find = async (part: Partial<Parameters<typeof findEntities>[1]>) =>
      (await findEntities(server.as(editor), { path: 'dam/data/asset', ...part })).response
    expect(await find({ fulltext: 'aeronaut ' })).toMatchObject({ total: 2, documentHits: [inside] })
    const first = await findEntities(server.as(editor), {
      path: 'dam/data/asset',
      fulltext: 'aeronaut ',
      orderby: 'id asc',
      max: 1,
    })
    expect(first.response.documentHits).toEqual([inside])
    const after = first.links.nextResultsToken
    const next = await find({ fulltext: 'aeronaut ', orderby: 'id asc', max: 1, after })
    expect(next.data).toMatchObject([{ id: named }])
    expect(next).not.toHaveProperty('documentHits')
    expect(await find({ fulltext: 'aeronaut ', group: 'status' })).toMatchObject({ documentHits: [inside] })
    expect(await find({ fulltext: 'semaphore ' })).not.toHaveProperty('documentHits')
    expect(await find({})).not.toHaveProperty('documentHits')
  })

  test('is found by its synonyms, and where no spaces stand around it', async () => {
    const { database } = server.services
    await sql`insert into synonym (sources, words) values ('{}', '{dirigible,airship of old}')`.execute(
      database,
    )
    server.services.synonyms.forget()
    const old = await add('Old.pdf', ['An airship, which is of old times'])
    const eastern = await addTestAsset(
      server.services,
      'Eastern.pdf',
      pdf,
      'DOCUMENT',
      await pdfOfPages([['昨日は東京旅行の写真を見た。']], { font: 'eastern' }),
    )
    await readWords(server.services, await shaOf(eastern), signal)
    expect(await find(editor, 'dirigible ')).toEqual([old])
    expect(await find(editor, '東京旅行')).toEqual([eastern])
    expect(await find(editor, '旅行 ')).toEqual([eastern])
    expect(await find(editor, '京旅 ')).toEqual([])
  })

  test('is neither suggested nor put in the place of another', async () => {
    const id = await add('Quiet.pdf', ['whistleblower'])
    const where = await searchIn(server.services)
    const search = { scope: scopeOf(editor, 'asset', 'view'), query: everything }
    expect(await suggestWords(where, { ...search, fulltext: 'whist' })).toEqual([])
    expect(await correctWords(where, { ...search, fulltext: 'whistlebolwer' })).toEqual([])
    expect(await correctWords(where, { ...search, fulltext: 'whistleblower queit' })).toEqual([
      'whistleblower quiet',
    ])
    expect(await find(editor, 'whistleblower ')).toEqual([id])
  })

  test('goes with the file, and comes back with it', async () => {
    const { database } = server.services
    const id = await add('Replaced.pdf', ['obsolete paragraph'])
    const first = await shaOf(id)
    const other = await add('Other.pdf', ['fresh paragraph'])
    const replace = (sha256: string): Promise<void> =>
      withTransaction(database, async (transaction) => {
        await transaction.updateTable('entity_file').set({ sha256 }).where('id', '=', id).execute()
        await project(transaction, await getSchemaOf(server.services, 'asset'), [id])
      })
    await replace(await shaOf(other))
    expect(await find(editor, 'obsolete ')).toEqual([])
    expect(await find(editor, 'fresh ')).toEqual([other, id])
    await replace(first)
    expect(await find(editor, 'obsolete ')).toEqual([id])
    await database.deleteFrom('entity').where('id', '=', id).execute()
    expect(await find(editor, 'obsolete ')).toEqual([])
  })
})

describe('the words of a document are found by whoever may read it', () => {
  let id: number
  let others: number
  let cartId: number
  const word = 'xylophone '
  beforeAll(async () => {
    id = await add('Confidential.pdf', ['xylophone quartet'])
    others = await add('Elsewhere.pdf', ['xylophone solo'])
    const { rows } = await sql<{ id: number }>`
      insert into cart (owner_resource, owner_id, name) values ('user', ${editor.id}, 'c') returning id`.execute(
      server.services.database,
    )
    cartId = rows[0]?.id ?? 0
    await sql`insert into cart_item (cart_id, resource, entity_id) values (${cartId}, 'asset', ${id})`.execute(
      server.services.database,
    )
  })

  const visitor = (part: Partial<Visitor>): Visitor => ({
    kind: 'visitor',
    shareId: 's',
    cartId,
    actions: ['view', 'zip'],
    largest: null,
    givesMarked: false,
    sharer: editor,
    ...part,
  })

  const pagesOf = async (identity: Identity, asset: number): Promise<boolean> => {
    const input = { object: 'asset', id: String(asset), variation: 'pages' }
    const context = { ...server.as(editor), identity }
    return getVariation(context, {
      ...input,
      preset: undefined,
      download: undefined,
      ticket: undefined,
    }).then(
      () => true,
      () => false,
    )
  }

  const withRole = (change: (role: SignedIn['role']) => SignedIn['role'], login: string): SignedIn => ({
    ...editor,
    id: 4_000_000 + login.length,
    login,
    role: change(editor.role),
  })

  test.each<[who: string, identity: () => Identity, finds: boolean]>([
    ['an editor', () => editor, true],
    [
      'a role that sees watermarks',
      () => withRole((role) => ({ ...role, watermark: true }), 'marked'),
      false,
    ],
    [
      'a role that may view and not download',
      () =>
        withRole(
          (role) => ({ ...role, grants: role.grants.filter(({ action }) => action !== 'download') }),
          'looking',
        ),
      false,
    ],
    ['the visitor of a share that gives originals', () => visitor({}), true],
    ['the visitor of a share to look at', () => visitor({ actions: ['view'] }), false],
    ['the visitor of a share that gives web pictures', () => visitor({ largest: 'web' }), false],
    ['the visitor of a share with watermarks', () => visitor({ givesMarked: true }), false],
  ])('%s', async (_who, identity, finds) => {
    const who = identity()
    expect(await find(who, 'confidential ')).toContain(id)
    expect((await find(who, word)).includes(id)).toBe(finds)
    expect((await find(who, 'confidential xylophone ', { orderby: 'relevance' })).includes(id)).toBe(finds)
    for (const text of [word, 'confidential xylophone '])
      expect((await documentHits(who, text))?.includes(id)).toBe(finds)
    expect(await documentHits(who, 'confidential ')).toEqual([])
    expect(await documentHits(who, 'confidential xylophone ', { mode: 'should' })).not.toContain(id)
    // As the viewer gives its pages.
    expect(await pagesOf(who, id)).toBe(finds)
  })

  test('not through embeds and published pages', async () => {
    const embed: EmbedReader = {
      kind: 'embed',
      embedId: 1,
      resource: 'asset',
      entityId: id,
      variation: 'preview',
      sites: [],
      author: editor,
    }
    const page: PageReader = { kind: 'page', pageId: 1, assets: [id], files: [id], author: editor }
    for (const reader of [embed, page]) {
      expect(await find(reader, 'confidential ')).toEqual([id])
      expect(await find(reader, word)).toEqual([])
      for (const text of ['confidential ', word]) expect(await documentHits(reader, text)).toEqual([])
    }
  })

  test('of the rows that a rule gives them alone', async () => {
    const rule = (asset: number): SignedIn =>
      withRole(
        (role) => ({
          ...role,
          grants: role.grants.map((grant) =>
            grant.resource === 'asset' && grant.action === 'download'
              ? { ...grant, rows: { kind: 'compare', field: 'id', operator: 'eq', values: [asset] } }
              : grant,
          ),
        }),
        `rule ${asset}`,
      )
    expect(await find(rule(id), word)).toEqual([id])
    expect(await find(rule(others), word)).toEqual([others])
    expect(await documentHits(rule(others), word)).toEqual([others])
    expect(await find(rule(others), 'confidential xylophone ')).toEqual([])
  })

  test('and hidden names reveal nothing by them', async () => {
    const { database } = server.services
    const keyword = await server.library.createNode('assetkeyword', 'Marimba')
    await sql`insert into link (resource, id, field, position, target_resource, target_id) values ('asset', ${id}, 'keywords', 0, 'assetkeyword', ${keyword})`.execute(
      database,
    )
    await project(database, await getSchemaOf(server.services, 'asset'), [id])
    const seeing = withRole(
      (role) => ({
        ...role,
        grants: role.grants.map((grant) =>
          grant.resource === 'assetkeyword' && grant.action === 'view'
            ? { ...grant, rows: { kind: 'compare', field: 'id', operator: 'gt', values: [keyword] } }
            : grant,
        ),
      }),
      'without keywords',
    )
    expect(await find(editor, 'marimba quartet ')).toEqual([id])
    expect(await find(seeing, 'marimba quartet ')).toEqual([])
    expect(await find(seeing, 'confidential quartet ', { orderby: 'relevance' })).toEqual([id])
    expect(await find(seeing, 'quartet ')).toEqual([id])
    // Whether a document has a word that a hidden name has as well: as if there were no such name.
    expect(await documentHits(seeing, 'quartet ')).toEqual([id])
    expect(await documentHits(seeing, 'confidential quartet ')).toEqual([id])
    expect(await documentHits(editor, 'marimba confidential ')).toEqual([])
    const linked = await add('Linked.pdf', ['A marimba'])
    await sql`insert into link (resource, id, field, position, target_resource, target_id) values ('asset', ${linked}, 'keywords', 0, 'assetkeyword', ${keyword})`.execute(
      database,
    )
    await project(database, await getSchemaOf(server.services, 'asset'), [linked])
    expect(await documentHits(editor, 'marimba ')).toEqual([])
    expect(await documentHits(seeing, 'marimba ')).toEqual([linked])
  })
})

describe('reading', () => {
  const run = (task: string): Promise<void> => {
    const found = documentTasks[task]
    const work: Task | undefined = typeof found === 'function' ? found : found?.run
    if (!work) throw new Error('no such task')
    return work(server.services, {}, signal)
  }
  const problemOf = async (id: number): Promise<string | null | undefined> =>
    (
      await server.services.database
        .selectFrom('document_words')
        .select('problem')
        .where('sha256', '=', await shaOf(id))
        .executeTakeFirst()
    )?.problem

  test('catches up with documents that were there before', async () => {
    const id = await add('Before.pdf', ['antediluvian'], { isRead: false })
    const picture = await addTestAsset(server.services, 'a.jpg', 'image/jpeg', 'IMAGE', Buffer.from('jpeg'))
    await run('read-missing-words')
    expect(await find(editor, 'antediluvian ')).toEqual([id])
    expect(await problemOf(picture)).toBeUndefined()
  })

  test('keeps why a document cannot be read, and tries again where that may help', async () => {
    const { database } = server.services
    const locked = await addTestAsset(
      server.services,
      'Locked.pdf',
      pdf,
      'DOCUMENT',
      await pdfOfPages([['secret']], { password: 'x' }),
    )
    await run('read-missing-words')
    expect(await problemOf(locked)).toBe('password_protected')
    const id = await add('Again.pdf', ['perseverance'], { isRead: false })
    const sha256 = await shaOf(id)
    const problem = { code: 'timeout', message: 'It took too long.' }
    await upsertDocumentWords(database, sha256, { words: [], isComplete: false, problem })
    await run('read-missing-words')
    expect(await problemOf(id)).toBe('timeout')
    await sql`update document_words set read_at = now() - interval '25 hours'`.execute(database)
    await run('read-missing-words')
    expect(await problemOf(id)).toBeNull()
    expect(await problemOf(locked)).toBe('password_protected')
    expect(await find(editor, 'perseverance ')).toEqual([id])
  })

  test('holds as many words as a tsvector does', async () => {
    const id = await add('Long.pdf', ['x'], { isRead: false })
    const words = Array.from({ length: 66_000 }, (_, at) => `${'w'.repeat(6)}${String(at).padStart(6, '0')}`)
    const readAt = upsertDocumentWords(server.services.database, await shaOf(id), {
      words: [...words, 'é'.repeat(100)],
      isComplete: false,
      problem: null,
    })
    await readAt
    expect(await find(editor, 'wwwwww065999 ')).toEqual([id])
  })

  test('is noticed by the numbers in memory, also where the asset is made at the same moment', async () => {
    const { database } = server.services
    const id = await add('Moment.pdf', ['simultaneous'], { isRead: false })
    const sha256 = await shaOf(id)
    await database.deleteFrom('search_change').execute()
    const open = await database.startTransaction().execute()
    await open
      .insertInto('entity_file')
      .values({
        resource: 'asset',
        id: await server.library.createAsset({ name: 'Twin' }),
        sha256,
        file_name: 'twin.pdf',
        media_type: pdf,
      })
      .execute()
    const written = upsertDocumentWords(database, sha256, { words: ['a'], isComplete: true, problem: null })
    const isWaiting = await Promise.race([
      written.then(() => false),
      new Promise<boolean>((resolve) => {
        setTimeout(() => resolve(true), 300)
      }),
    ])
    expect(isWaiting).toBe(true)
    await open.commit().execute()
    await written
    const { rows } = await sql<{ count: number }>`
      select count(distinct u)::int count from search_change, unnest(ids) u join entity_file f on f.id = u and f.sha256 = ${sha256}
      where xid = (select max(xid) from search_change)`.execute(database)
    expect(rows).toEqual([{ count: 2 }])
  })
})
