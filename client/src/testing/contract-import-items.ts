import { expect, test } from 'vitest'
import { calls, type ErrorCode, type ImportItem, type ImportJob } from '@cartouche/contract/wire'
import type { Ask } from './contract-search.ts'

type Refused = (work: Promise<unknown>, code: ErrorCode) => Promise<void>

/** Items of imports: part of the contract suite. */
export function importItemSuite(call: Ask, refused: Refused): void {
  test('D7.19 D7.22 D7.23 items are read by their ids, as they would become, and counted', async () => {
    const job = await createJob(call, 'Contract items')
    const item = await upload(call, job.id, 'harbour.txt')
    const byId = { id: job.id, query: { id: { in: [item.id] } }, withSimu: true, options: {} }
    expect((await call(calls.findImportItemsAsPost, byId)).response.data).toMatchObject([{ id: item.id }])
    const states = await call(calls.findImportItems, { id: job.id, withSimu: false, max: 300 })
    expect(states.response.data).toMatchObject([{ id: item.id }])
    // The server inspects items meanwhile: whichever status they are in.
    const query = { job: { eq: job.id }, status: { in: [1, 2, 3, 4] } }
    const counted = await call(calls.findAllImportItems, { query, aggFields: ['job'], withData: false })
    expect(counted.response).toMatchObject({ total: 1, data: [] })
    expect((await call(calls.getImportItems, { ids: [item.id] })).response.data).toMatchObject({
      id: item.id,
    })
    await call(calls.deleteImportJob, { id: job.id })
  })
  test('D7.14 D7.25 the workflow of items is listed, and an action that it does not have is refused', async () => {
    const job = await createJob(call, 'Contract workflow')
    const item = await upload(call, job.id, 'hill.txt')
    const [workflow] = (await call(calls.listImportItemActions, {})).response.data
    expect(workflow?.actions.map(({ name }) => name)).toEqual(['validate', 'publish', 'analyze'])
    const action = { ids: [item.id], workflowAction: 'nothinglikeit' }
    await refused(call(calls.takeImportItemAction, action), 'unknown_action')
    await call(calls.deleteImportItem, { ids: [item.id] })
    await call(calls.deleteImportJob, { id: job.id })
  })
  test('D7.06 the fields of what items become come with all properties, and else where they are asked for', async () => {
    const job = await createJob(call, 'Contract headers')
    const resources = async (question: object): Promise<string[]> =>
      Object.keys((await call(calls.findImportItems, { id: job.id, ...question })).headers.$assetmetadata)
    expect(await resources({})).toContain('asset')
    expect(await resources({ props: ['id', 'status'] })).toEqual([])
    expect(await resources({ props: ['id', 'status'], headers: true })).toContain('asset')
    expect(await resources({ headers: false })).toEqual([])
    await call(calls.deleteImportJob, { id: job.id })
  })
  test('D3.28 a lease of items says whose it is and how long it lasts, until it is given back', async () => {
    const job = await createJob(call, 'Contract leases')
    const item = await upload(call, job.id, 'reef.txt')
    const { response } = await call(calls.lockImportItems, { ids: [item.id], seconds: 30 })
    expect(response.data).toMatchObject([{ $lockedby: { name: expect.any(String) as string, seconds: 30 } }])
    const read = await call(calls.findImportItems, { id: job.id })
    const [shown] = read.response.data
    const lease = typeof shown === 'object' ? shown.$lockedby : null
    expect(lease?.seconds).toBeGreaterThan(0)
    expect(lease?.seconds).toBeLessThanOrEqual(30)
    const freed = await call(calls.unlockImportItems, { ids: [item.id] })
    expect(freed.response.data).toMatchObject([{ $lockedby: null }])
    await call(calls.deleteImportJob, { id: job.id })
  })
  test('D7.11 D7.13 items are moved by a command, whose progress is answered', async () => {
    const [from, to] = [await createJob(call, 'Contract from'), await createJob(call, 'Contract to')]
    const item = await upload(call, from.id, 'quay.txt')
    const { response } = await call(calls.patchImportItems, { ids: [item.id], job: to.id })
    expect(response.data).toMatchObject({ id: item.id })
    expect(response.$action.commands).toHaveLength(1)
    for (const { id } of [from, to]) await call(calls.deleteImportJob, { id })
  })
}

async function createJob(call: Ask, name: string): Promise<ImportJob> {
  return (await call(calls.createImportJob, { json: { name } })).response.data
}

async function upload(call: Ask, job: number, name: string): Promise<ImportItem> {
  const form = new FormData()
  form.append('json', JSON.stringify({ job: { id: job }, binary: 'cid:file' }))
  form.append('file', new File([`a text of the contract suite: ${name}`], name, { type: 'text/plain' }), name)
  const { response } = await call(calls.uploadImportFiles, { job }, { form })
  const [item] = response.data
  if (!item || response.data.length > 1) throw new Error('One file is one item')
  return item
}
