import { expect, test } from 'vitest'
import { calls, partPath, type EntityData, type ErrorCode } from '@cartouche/contract/wire'
import type { Ask } from './contract-search.ts'

type Refused = (work: Promise<unknown>, code: ErrorCode) => Promise<void>

/** What the contract says of pages. @source decisions 0162, 0163 */
export function pageSuite(call: Ask, refused: Refused): void {
  const create = async (resource: string, json: object): Promise<EntityData> =>
    (await call(calls.createEntity, { path: `data/${resource}`, json: { ...json } })).response.data
  const read = async (resource: string, id: number): Promise<EntityData> =>
    (await call(calls.getEntity, { path: `data/${resource}`, id })).response.data
  const pathOf = (page: number, ...widgets: readonly number[]): string =>
    widgets.reduce(
      (path, id) => partPath({ resource: 'pagewidget', id }, path),
      partPath({ resource: 'page', id: page }),
    )
  const inside = async (path: string): Promise<readonly EntityData[]> => {
    const query = { or: [{ parent: { eq: path } }, { parent: { sw: `${path}_` } }] }
    const { response } = await call(calls.findEntities, { path: 'data/pagewidget', query, orderby: 'id' })
    return response.data.filter((row) => typeof row !== 'string')
  }
  const assign = async (page: number, ids: readonly number[]): Promise<readonly number[]> => {
    const { new_children } = await call(calls.assignWidgets, {
      form_object: 'clubwedpagedesc',
      form_id: page,
      form_field: 'children',
      form_value: [...ids],
    })
    return new_children.map(Number)
  }
  const save = (id: number, json: object) =>
    call(calls.updateEntityAtJson, { dotted: 'clubwedwidget', id, json: { ...json } })
  const publish = (id: number) =>
    call(calls.takeWorkflowActionAtJson, { dotted: 'data.page.workflow', id, action: 'validate' })
  const open = async () => {
    const { id } = await create('page', { name: 'Contract' })
    const one = await create('pagewidget', { name: 'One', parent: pathOf(id), position: 1 })
    const two = await create('pagewidget', { name: 'Two', parent: pathOf(id, one.id), position: 1 })
    return { page: id, one: one.id, two: two.id }
  }

  test('D7.49 D7.50 a page that is no model is in the list, with properties as JSON and a template', async () => {
    const { page } = await open()
    const { response } = await call(calls.findEntities, {
      path: 'data/page',
      query: { ismodel: { eq: false } },
    })
    const said = { props: '{}', path: '', version: 1, template: { name: 'default' }, features: [] }
    expect(response.data.find((row) => typeof row !== 'string' && row.id === page)).toMatchObject(said)
    expect(await read('page', page)).toMatchObject({ ...said, copietravail: null, status: { name: 'draft' } })
  })
  test('D7.51 D7.56 D9.13 what stands in a page is found by its path, and saved by values', async () => {
    const { page, one, two } = await open()
    expect((await inside(pathOf(page))).map(({ id, parent }) => [id, parent])).toEqual([
      [one, pathOf(page)],
      [two, pathOf(page, one)],
    ])
    const { response } = await save(two, { value: 'words', props: '{"a":1}', position: 4, enabled: false })
    const saved = { value: 'words', props: '{"a":1}', position: 4, enabled: false, name: 'Two' }
    expect(response.data).toMatchObject(saved)
    expect(await read('pagewidget', two)).toMatchObject(saved)
    const based = { dotted: 'clubwedwidget', id: two, json: { value: 'late' }, $version: 1 }
    await refused(call(calls.updateEntityAtJson, based), 'version_conflict')
  })
  test('D7.57 D7.58 D7.59 widgets move, are copied, sorted and deleted with all that stands in them', async () => {
    const { page, one, two } = await open()
    const master = await create('pagewidget', { name: 'Card' })
    await create('pagewidget', { name: 'Text', parent: partPath({ resource: 'pagewidget', id: master.id }) })
    const [first, copy, last] = await assign(page, [two, master.id])
    expect([first, last]).toEqual([two, one])
    expect(await read('pagewidget', copy ?? 0)).toMatchObject({
      name: 'Card',
      mastercomponent: { id: master.id },
      parent: pathOf(page),
    })
    expect((await inside(pathOf(page, copy ?? 0))).map(({ name }) => name)).toEqual(['Text'])
    const sort = { form_object: 'clubwedwidget', sort_field: 'position', noredirect: true } as const
    await call(calls.sortWidgets, { ...sort, clubwedwidget_1: [one, two] })
    expect([
      (await read('pagewidget', one))['position'],
      (await read('pagewidget', two))['position'],
    ]).toEqual([1, 2])
    await call(calls.deleteEntityAtJson, { dotted: 'clubwedwidget', id: copy ?? 0 })
    expect((await inside(pathOf(page))).map(({ id }) => id)).toEqual([one, two])
    await refused(assign(page, [999_999_999]), 'entity_not_found')
  })
  test('D7.54 D7.55 D7.60 a working copy takes the place of its original, which is changed in no other way', async () => {
    const { page, one, two } = await open()
    await publish(page)
    await refused(save(one, { value: 'no' }), 'page_closed')
    const asked = await call(calls.getWorkingCopy, { object: 'clubwedpagedesc', id: page })
    const copy = Number(asked.response.data)
    expect(await call(calls.getWorkingCopy, { object: 'clubwedpagedesc', id: page })).toEqual(asked)
    const [copied] = (await inside(pathOf(copy))).filter(({ name }) => name === 'One')
    await save(copied?.id ?? 0, { value: 'new' })
    const form = new FormData()
    form.append('prop_file', new File(['bytes'], 'one.txt'), 'one.txt')
    form.append('prop_name', 'picture')
    form.append('prop_parent', pathOf(copy))
    const made = await call(calls.createEntityAtJson, { dotted: 'cwpagefile.add' }, { form })
    const again = new FormData()
    again.append('prop_file', new File(['others'], 'two.txt'), 'two.txt')
    const { id } = made.response.data
    const { response } = await call(calls.updateEntityAtJson, { dotted: 'cwpagefile', id }, { form: again })
    expect(response.data).toMatchObject({
      id,
      name: 'picture',
      parent: pathOf(copy),
      file: { name: 'two.txt' },
    })
    await publish(copy)
    expect(await read('page', page)).toMatchObject({ version: 2, status: { id: 6 }, copietravail: null })
    expect((await inside(pathOf(page))).map(({ name, value }) => [name, value])).toEqual([
      ['One', 'new'],
      ['Two', null],
    ])
    expect(await read('page', copy)).toMatchObject({ version: 1, status: { name: 'archived' } })
    expect((await inside(pathOf(copy))).map((widget) => widget.id)).toEqual([one, two])
    await refused(publish(copy), 'action_not_possible')
  })
  test('a page is scheduled, and again in place of before; what cannot be done is refused', async () => {
    const { page } = await open()
    const of = async () => (await call(calls.listPageSchedules, {})).filter((one) => one.page === page)
    const set = (action: 'validate' | 'unpublish', at: string) =>
      call(calls.schedulePage, { page, action, at })
    const [first, second, third] = ['2998-01-01', '2999-01-01', '2999-02-01'].map(
      (day) => `${day}T00:00:00.000Z`,
    )
    if (!first || !second || !third) throw new Error('There are three instants')
    await refused(set('unpublish', first), 'action_not_possible')
    await refused(set('validate', '2001-01-01T00:00:00Z'), 'invalid_parameter')
    await set('validate', first)
    const said = { page, action: 'validate', failure: null, obstacle: null }
    expect(await set('validate', second)).toMatchObject({ ...said, at: second })
    await refused(set('unpublish', first), 'action_not_possible')
    await set('unpublish', third)
    expect((await of()).map(({ action, at }) => [action, at])).toEqual([
      ['validate', second],
      ['unpublish', third],
    ])
    await publish(page)
    expect(await of()).toMatchObject([{ action: 'unpublish', obstacle: null }])
    await call(calls.cancelPageSchedule, { page, action: 'unpublish' })
    expect(await of()).toEqual([])
    await refused(call(calls.cancelPageSchedule, { page, action: 'unpublish' }), 'page_schedule_not_found')
    await refused(
      call(calls.schedulePage, { page: 999_999_999, action: 'validate', at: first }),
      'entity_not_found',
    )
  })
  test('a page goes with the versions that are named, where they are all that there are', async () => {
    const { page } = await open()
    await publish(page)
    const { response } = await call(calls.getWorkingCopy, { object: 'clubwedpagedesc', id: page })
    const copy = Number(response.data)
    await refused(call(calls.deletePageWithVersions, { page, versions: [] }), 'page_versions_changed')
    expect(await call(calls.deletePageWithVersions, { page, versions: [copy] })).toEqual({
      deleted: [copy, page],
    })
    await refused(read('page', page), 'entity_not_found')
    expect(await inside(pathOf(copy))).toEqual([])
  })
}
