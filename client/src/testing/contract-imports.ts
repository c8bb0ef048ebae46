import { describe, expect, test } from 'vitest'
import { calls, type ErrorCode } from '@cartouche/contract/wire'
import type { Ask } from './contract-search.ts'

type Refused = (work: Promise<unknown>, code: ErrorCode) => Promise<void>

/** Imports: part of the contract suite. */
export function importSuite(call: Ask, refused: Refused): void {
  describe('imports', () => {
    test('takes files into an import and lists them as items', async () => {
      const {
        response: { data: job },
      } = await call(calls.createImportJob, { json: { name: 'Contract import' } })
      const form = new FormData()
      form.append('json', JSON.stringify({ job: { id: job.id }, binary: 'cid:file' }))
      form.append(
        'file',
        new File(['a text of the contract suite'], 'contract été.txt', { type: 'text/plain' }),
        'contract été.txt',
      )
      const { response } = await call(calls.uploadImportFiles, { job: job.id }, { form })
      expect(response.data).toHaveLength(1)
      expect(response.data[0]).toMatchObject({ filename: 'contract été.txt', job: { id: job.id } })
      const listed = await call(calls.findImportItems, { id: job.id, max: 10, state: 's' })
      expect(listed.response).toMatchObject({ total: 1, data: [{ id: response.data[0]?.id }] })
      expect(listed.state).toBe('s')
      expect(
        (await call(calls.getImportJob, { id: job.id })).response.data['$moreChildren_$items'].total,
      ).toBe(1)
      expect((await call(calls.findImportJobs, { max: 5 })).response.data.map(({ id }) => id)).toContain(
        job.id,
      )
      await call(calls.deleteImportJob, { id: job.id })
      await refused(call(calls.getImportJob, { id: job.id }), 'entity_not_found')
    })
    test('D7.02 D9.03 lists imports by query, words and order, page by page', async () => {
      const mark = `Listed ${Date.now()}`
      const made: number[] = []
      for (const name of [`${mark} b`, `${mark} é`, `${mark} a`])
        made.push((await call(calls.createImportJob, { json: { name } })).response.data.id)
      const query = { name: { sw: mark } }
      const names = async (input: object): Promise<string[]> =>
        (await call(calls.findImportJobs, input)).response.data.map(({ name }) => name.slice(-1))
      expect(await names({ query })).toEqual(['a', 'é', 'b'])
      expect(await names({ query, orderby: 'name asc' })).toEqual(['a', 'b', 'é'])
      expect(await names({ query, fulltext: 'E' })).toEqual(expect.arrayContaining(['é']))
      expect(await names({ query: { id: { in: made.slice(1) } }, orderby: 'created asc' })).toEqual([
        'é',
        'a',
      ])
      expect(await call(calls.findImportJobs, { query, withData: false })).toMatchObject({
        links: {},
        response: { total: 3, data: [] },
      })
      const first = await call(calls.findImportJobs, { query, max: 2 })
      expect(first.response.total).toBe(3)
      expect(new URL(first.links.next ?? '', 'http://cartouche.test').searchParams.get('after')).toBe(
        first.links.nextResultsToken,
      )
      expect(await names({ query, max: 2, after: first.links.nextResultsToken })).toEqual(['b'])
      const asPost = await call(calls.findImportJobsAsPost, { query, max: 500 })
      expect(asPost.response.data).toHaveLength(3)
      for (const id of made) await call(calls.deleteImportJob, { id })
    })
    test('D7.05 D7.20 changes imports: a name, whether they are active, what is under them', async () => {
      const create = async (name: string): Promise<number> =>
        (await call(calls.createImportJob, { json: { name } })).response.data.id
      const patch = async (id: number, json: object) =>
        (await call(calls.patchImportJob, { id, json })).response.data
      const [a, b] = [await create('Contract a'), await create('Contract b')]
      expect(await patch(a, { name: 'Contract c' })).toMatchObject({
        id: a,
        name: 'Contract c',
        count: 0,
        status: { name: 'empty' },
      })
      const { jobowner } = await patch(a, {})
      expect(await patch(a, { jobowner: jobowner.id })).toMatchObject({ jobowner })
      expect(await patch(a, { subjobs: { $mode: 'appendnew', $values: [b, b] } })).toMatchObject({
        subjobs: [{ id: b, name: 'Contract b' }],
      })
      await refused(patch(b, { subjobs: { $mode: 'appendnew', $values: [a] } }), 'import_job_circle')
      await refused(patch(b, { subjobs: { $mode: 'appendnew', $values: [b] } }), 'import_job_circle')
      expect((await patch(a, { subjobs: { $mode: 'remove', $values: [b] } })).subjobs).toEqual([])
      await patch(a, { subjobs: { $mode: 'appendnew', $values: [b] } })
      expect((await patch(a, { activated: false })).activated).toBe(false)
      const found = async (query: object): Promise<number> =>
        (await call(calls.findImportJobs, { query })).response.total
      expect(await found({ id: a })).toBe(0)
      expect(await found({ id: a, activated: false })).toBe(1)
      const form = new FormData()
      form.append('json', JSON.stringify({ job: { id: a } }))
      form.append('file', new File(['a text'], 'a.txt'), 'a.txt')
      await refused(call(calls.uploadImportFiles, { job: a }, { form }), 'import_job_deactivated')
      await refused(
        call(calls.takeImportJobAction, { id: a, workflowAction: 'start' }),
        'import_job_deactivated',
      )
      await call(calls.deleteImportJob, { id: a, withSecondaryJobs: true })
      await refused(call(calls.getImportJob, { id: b }), 'entity_not_found')
    })
    test('D7.15 D7.26 starts an import', async () => {
      const {
        response: { data: job },
      } = await call(calls.createImportJob, {})
      const started = await call(calls.takeImportJobAction, { id: job.id, workflowAction: 'start' })
      expect(started.response.data.id).toBe(job.id)
      await refused(call(calls.takeImportJobAction, { id: job.id, workflowAction: 'stop' }), 'unknown_action')
      await call(calls.deleteImportJob, { id: job.id })
    })
    test('refuses an upload without a file', async () => {
      const {
        response: { data: job },
      } = await call(calls.createImportJob, {})
      const form = new FormData()
      form.append('json', JSON.stringify({ job: { id: job.id } }))
      await refused(call(calls.uploadImportFiles, { job: job.id }, { form }), 'upload_empty')
      await call(calls.deleteImportJob, { id: job.id })
    })
  })
}
