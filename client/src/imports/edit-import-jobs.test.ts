import { expect, test } from 'vitest'
import { openImport } from '../testing/import-world.ts'

test('D7.05 an import that cannot be deleted is put away; one that is not there is an error', async () => {
  const { imports, jobId, ids, server, asked, client } = await openImport('a.jpg')
  await imports.fetchJobs()
  await imports.takeItemAction(jobId, ids, 'validate')
  await imports.deleteJob(jobId)
  expect(imports.list.get()).toMatchObject({ jobs: [], total: 0 })
  expect(imports.jobs.get(String(jobId)).status).toBe('unknown')
  expect(asked(`/job/${jobId}?`).map((request) => request.split(' ')[0])).toEqual(
    expect.arrayContaining(['DELETE', 'POST']),
  )
  await client.session.refreshUser()
  await imports.fetchJobs()
  expect(imports.list.get().jobs).toEqual([])
  await expect(imports.deleteJob(999)).rejects.toMatchObject({ code: 'entity_not_found' })
  const { id } = await imports.createJob({ name: 'Second' })
  server.fail('access_denied', 'access_denied')
  await expect(imports.deleteJob(id)).rejects.toMatchObject({ code: 'access_denied' })
})

test('D6.04 D7.16 D3.25 an import is made somebody else’s, in the list and by itself', async () => {
  const { imports, jobId, ids, shown } = await openImport('a.jpg')
  await imports.takeItemAction(jobId, ids, 'analyze')
  await imports.fetchJobs()
  await imports.transferJob(jobId, 7)
  expect([shown().job?.jobowner.id, imports.list.get().jobs[0]?.jobowner.id]).toEqual([7, 7])
  expect(shown().job).toMatchObject({ status: { name: 'outstanding' }, activated: true, subjobs: [] })
  await expect(imports.transferJob(999, 7)).rejects.toThrow('Job 999 is unknown')
})

test('D7.20 imports are put under another one, each once', async () => {
  const { imports, jobId, shown } = await openImport()
  const [one, other] = [await imports.createJob({ name: 'One' }), await imports.createJob({ name: 'Other' })]
  await imports.addSubjobs(jobId, [one.id])
  await imports.addSubjobs(jobId, [one.id, other.id])
  expect(shown().job?.subjobs).toEqual([
    { id: one.id, name: 'One' },
    { id: other.id, name: 'Other' },
  ])
})

test('D7.15 D7.26 an import is started by the workflow action start', async () => {
  const { imports, jobId, ids, shown, asked } = await openImport('a.jpg', 'b.jpg')
  await imports.startJob(jobId)
  expect(asked('/workflow')[0]).toMatch(new RegExp(`^POST .*/data/job/${jobId}/workflow`))
  expect(shown()).toMatchObject({ items: [], validated: ids.map((id) => ({ id })) })
  await expect(imports.startJob(999)).rejects.toThrow('Job 999 is unknown')
})

test('D8.10 commands are stopped, taken back and carried out again; one that cannot be stopped is logged', async () => {
  const { imports, jobId, ids, shown, work, server, logged } = await openImport('a.jpg')
  await imports.describeItems(jobId, ids, { name: 'Harbour' })
  const [command] = shown().commands
  const commands = [command?.id ?? '']
  server.fail('access_denied')
  await expect(imports.cancelCommands(jobId, commands)).rejects.toMatchObject({ code: 'access_denied' })
  expect(logged).toEqual(['Failed to cancel job'])
  await imports.cancelCommands(jobId, commands)
  await work()
  expect(shown()).toMatchObject({ commands: [], items: [{ $assetmetadata: { name: 'a' } }] })
  await imports.repeatCommands(jobId, commands)
  expect(shown().commands).toHaveLength(1)
  await work()
  expect(shown()).toMatchObject({ commands: [], items: [{ $assetmetadata: { name: 'Harbour' } }] })
  await imports.undoCommands(jobId, commands)
  expect(shown().busy).toBe(true)
})

test('D7.16 an import is renamed, archived and restored, in lists and by itself', async () => {
  const { imports, jobId, shown } = await openImport('a.jpg')
  await imports.fetchJobs()
  await imports.changeJob(jobId, { name: 'Autumn' })
  expect([shown().job?.name, imports.list.get().jobs[0]?.name]).toEqual(['Autumn', 'Autumn'])
  await imports.changeJob(jobId, { activated: false })
  expect([shown().job?.activated, imports.list.get().jobs[0]?.activated]).toEqual([false, false])
  await imports.changeJob(jobId, { activated: true })
  expect(shown().job).toMatchObject({ activated: true, name: 'Autumn' })
  await expect(imports.changeJob(999, { name: 'x' })).rejects.toThrow('Job 999 is unknown')
})

test('an import that cannot be deleted stays as it is where it is not to be archived instead', async () => {
  const { imports, jobId, ids, shown } = await openImport('a.jpg')
  await imports.takeItemAction(jobId, ids, 'validate')
  await expect(imports.deleteJob(jobId, { orArchive: false })).rejects.toMatchObject({
    code: 'import_item_not_ready',
  })
  expect(shown().job).toMatchObject({ id: jobId, activated: true })
})

test('D7.20 imports are taken out from under another one', async () => {
  const { imports, jobId, shown } = await openImport()
  const [one, other] = [await imports.createJob({ name: 'One' }), await imports.createJob({ name: 'Other' })]
  await imports.addSubjobs(jobId, [one.id, other.id])
  await imports.removeSubjobs(jobId, [one.id])
  expect(shown().job?.subjobs).toEqual([{ id: other.id, name: 'Other' }])
})

test('a command of an import that nobody has open is undone without opening it', async () => {
  const { imports, jobId, ids } = await openImport('a.jpg')
  const { id: other } = await imports.createJob({ name: 'Other' })
  const commands = await imports.moveItems(jobId, ids, other)
  expect(commands).toHaveLength(1)
  await imports.undoCommands(other, commands)
  expect(imports.jobs.get(String(other)).status).toBe('unknown')
})
