import { expect, test, vi } from 'vitest'
import { partPath } from '@cartouche/contract'
import type { EntityData } from '@cartouche/contract'
import { createInspector } from '../inspector.ts'
import { createFakeClient, type FakeClient } from '../testing/fake-client.ts'
import { createAssetItem, createPageItem } from './page-item.ts'
import { pagesOf } from './pages.ts'

const at = (page: number, ...widgets: readonly number[]): string =>
  widgets.reduce(
    (path, id) => partPath({ resource: 'pagewidget', id }, path),
    partPath({ resource: 'page', id: page }),
  )
const draft = { status: { id: 1, name: 'draft' }, $version: 1 }
const published = { status: { id: 6, name: 'published' }, $version: 1 }

/** A draft with a title and a box that holds two texts, and a component. */
async function open(given: Partial<Parameters<typeof createFakeClient>[0]> = {}) {
  const world = await createFakeClient({ assets: 1, ...given })
  const { library } = world.server
  const addPage = (values: object): EntityData =>
    library.add('page', {
      name: 'Home',
      path: '/home',
      version: 1,
      props: '{"wide":true}',
      ismodel: false,
      ...draft,
      ...values,
    })
  const addWidget = (parent: string, name: string, position = 0): EntityData =>
    library.add('pagewidget', {
      name,
      parent,
      position,
      slot: '',
      enabled: true,
      value: null,
      props: '{}',
      ...draft,
    })
  const page = addPage({})
  const box = addWidget(at(page.id), 'Box', 2)
  const title = addWidget(at(page.id), 'Title', 1)
  const text = addWidget(at(page.id, box.id), 'Text', 1)
  const note = addWidget(at(page.id, box.id), 'Note', 2)
  const master = addWidget('', 'Card')
  addWidget(partPath({ resource: 'pagewidget', id: master.id }), 'Words')
  const pages = pagesOf(world.client)
  const ids = { page: page.id, box: box.id, title: title.id, text: text.id, note: note.id, master: master.id }
  return { ...world, pages, editor: pages.page(page.id), ids, addPage, addWidget }
}

type World = Awaited<ReturnType<typeof open>>
type Shape = string | readonly [string, readonly Shape[]]

/** What is shown of a page, by names. */
function shapeOf({ editor }: Pick<World, 'editor'>): readonly Shape[] {
  const shape = (widget: { name: string; children: readonly never[] | readonly object[] }): Shape =>
    widget.children.length === 0
      ? widget.name
      : [widget.name, (widget.children as (typeof widget)[]).map(shape)]
  return (editor.get().page?.children ?? []).map(shape)
}
const stored = ({ server }: FakeClient, id: number): EntityData => server.library.get('pagewidget', id)
const writes = ({ server }: FakeClient): readonly string[] =>
  server.requests.filter((request) => !request.startsWith('GET') && !request.includes('/rest/'))

test('D4.32 D7.49 the list of pages is initial, then loaded; a reload is fetching; a failure is an error and keeps the list', async () => {
  const { pages, server, addPage, ids } = await open()
  addPage({ name: 'Model', ismodel: true })
  expect(pages.list.get()).toMatchObject({ status: 'unknown', pages: [] })
  const first = pages.fetchPages()
  expect(pages.list.get().status).toBe('initial')
  await first
  expect(pages.list.get()).toMatchObject({
    status: 'loaded',
    pages: [{ id: ids.page, props: { wide: true } }],
  })
  const again = pages.fetchPages()
  expect(pages.list.get()).toMatchObject({ status: 'fetching', pages: [{ id: ids.page }] })
  await again
  server.fail('access_denied')
  await expect(pages.fetchPages()).rejects.toMatchObject({ code: 'access_denied' })
  expect(pages.list.get()).toMatchObject({ status: 'error', hasData: true, pages: [{ id: ids.page }] })
})

test('D9.09 D8.12 a page is found by its path among published ones, the highest version of several; an unknown path is error 404 with the path', async () => {
  const { pages, addPage } = await open()
  addPage({ version: 3, ...published })
  const highest = addPage({ version: 12, ...published })
  addPage({ version: 2, ...published })
  expect(await pages.find('/home')).toMatchObject({ id: highest.id })
  expect(await pages.find('/home', 1)).toMatchObject({ version: 1 })
  await expect(pages.find('/none')).rejects.toMatchObject({
    code: 'page_unknown',
    data: { status: 404, path: '/none' },
    message: '404: there is no page /none',
  })
})

test('D9.09 the tree has published pages below their parents, and takes status 2 for a page without one', async () => {
  const { pages, addPage } = await open()
  const old = addPage({ name: 'Old', path: '/news', version: 1, ...published })
  addPage({ name: 'News', path: '/news', version: 2, ...published })
  addPage({ name: 'Item', path: '/news/item', parent: { id: old.id }, ...published })
  addPage({ name: 'Orphan', path: '', parent: { id: 999_999 }, ...published })
  addPage({ name: 'Bare', path: '/bare', status: null })
  await pages.fetchPages()
  const names = (nodes: ReturnType<typeof pages.tree>): unknown =>
    nodes.map(({ page, children }) => (children.length > 0 ? [page.name, names(children)] : page.name))
  expect(names(pages.tree())).toEqual([['News', ['Item']], 'Orphan'])
  expect(names(pages.tree(2))).toEqual(['Bare'])
})

test('D1.11 D4.32 D7.50 D7.51 D7.52 D3.21 D3.22 a page is resolving, then loaded with its widgets and files as a tree; a reload is fetching', async () => {
  const inspector = createInspector()
  const world = await open({ trace: inspector.trace })
  const { editor, ids, server } = world
  server.library.add('pagefile', {
    name: 'picture',
    parent: at(ids.page, ids.box),
    file: null,
    modified: null,
  })
  const reading = editor.fetch()
  expect(editor.get()).toMatchObject({ status: 'resolving', hasData: false })
  await reading
  expect(editor.get()).toMatchObject({
    status: 'loaded',
    isDirty: false,
    page: { name: 'Home', props: { wide: true }, componentFullUid: at(ids.page) },
  })
  expect(shapeOf(world)).toEqual(['Title', ['Box', ['Text', 'Note']]])
  expect(editor.get().page?.children[1]).toMatchObject({
    componentUid: `clubwedwidget_${ids.box}`,
    componentFullUid: at(ids.page, ids.box),
    dirty: false,
    attachments: [{ name: 'picture' }],
  })
  const before = editor.get().page
  const again = editor.fetch()
  expect(editor.get().status).toBe('fetching')
  await again
  expect(editor.get().page).toBe(before)
  expect(inspector.get().map(({ noun, event, from, to }) => [noun, event, from, to])).toContainEqual([
    'page',
    'ask',
    'loaded',
    'fetching',
  ])
})

test('D7.51 a page of more widgets than one answer has is read to its end', async () => {
  const { editor, addWidget, ids, server } = await open()
  for (let n = 0; n < 450; n++) addWidget(at(ids.page, ids.title), `W${n}`, n)
  await editor.fetch()
  expect(editor.get().page?.children[0]?.children).toHaveLength(450)
  expect(server.requests.filter((one) => one.includes('data/pagewidget?'))).toHaveLength(3)
})

test('D8.12 a page that cannot be read is in error, and so is a component', async () => {
  const { pages } = await open()
  await expect(pages.page(999_999).fetch()).rejects.toMatchObject({ code: 'entity_not_found' })
  expect(pages.page(999_999).get()).toMatchObject({ status: 'error', page: null })
  await expect(pages.component(999_999).fetch()).rejects.toMatchObject({ code: 'entity_not_found' })
  expect(pages.component(999_999).get()).toMatchObject({ status: 'error', component: null })
})

test('D4.34 D7.53 D7.54 a working copy and a component are fetched like pages', async () => {
  const { pages, server, ids, editor } = await open()
  const component = pages.component(ids.master)
  const reading = component.fetch()
  expect(component.get().status).toBe('resolving')
  await reading
  expect(component.get()).toMatchObject({
    status: 'loaded',
    page: null,
    component: { name: 'Card', children: [{ name: 'Words' }] },
  })
  component.edit(ids.master, { value: 'new' })
  await component.save()
  expect(server.library.get('pagewidget', ids.master)['value']).toBe('new')

  await editor.fetch()
  await pages.publish(ids.page)
  const copying = pages.fetchWorkingCopy(ids.page)
  expect(pages.workingCopies.get(String(ids.page)).status).toBe('resolving')
  const copy = await copying
  expect(pages.workingCopies.get(String(ids.page))).toMatchObject({ status: 'loaded', id: copy.id })
  expect(copy.get().page).toMatchObject({ copietravail: { id: ids.page }, status: { name: 'draft' } })
  server.fail('access_denied')
  await expect(pages.fetchWorkingCopy(ids.page)).rejects.toMatchObject({ code: 'access_denied' })
  expect(pages.workingCopies.get(String(ids.page))).toMatchObject({ status: 'error', id: copy.id })
})

test('D2.02 edit mode is set on or off, or toggled, and shows the working copy', async () => {
  const { pages, editor, ids } = await open()
  await editor.fetch()
  await pages.publish(ids.page)
  expect((await pages.open(ids.page)).id).toBe(ids.page)
  pages.toggleEditMode()
  expect(pages.editMode.get()).toBe(true)
  const copy = await pages.open(ids.page)
  expect(copy.id).not.toBe(ids.page)
  expect(copy.get().page).toMatchObject({ status: { name: 'draft' } })
  pages.setEditMode(false)
  expect((await pages.open(ids.page)).id).toBe(ids.page)
})

test.each([
  ['value', { value: 'new' }],
  ['props', { props: { size: 3 } }],
  ['translations', { translations: { title_fr: 'Neuf' } }],
  ['position', { position: 9 }],
  ['enabled', { enabled: false }],
])(
  'D4.33 D7.56 an edit of %s marks the widget dirty, and saving writes it and no other',
  async (_field, values) => {
    const world = await open()
    const { editor, ids } = world
    await editor.fetch()
    editor.edit(ids.text, values)
    const box = editor.get().page?.children.find(({ id }) => id === ids.box)
    expect(box?.children.find(({ id }) => id === ids.text)).toMatchObject({ ...values, dirty: true })
    expect(box?.dirty).toBe(false)
    expect(editor.get().isDirty).toBe(true)
    await editor.save()
    expect(editor.get()).toMatchObject({ isDirty: false, writeError: null, isWriting: false })
    expect(writes(world)).toEqual([
      expect.stringContaining(`POST /api/json/update/clubwedwidget/${ids.text}?`),
    ])
    const sent =
      'props' in values
        ? { props: '{"size":3}' }
        : 'translations' in values
          ? { translations: '{"title_fr":"Neuf"}' }
          : values
    expect(stored(world, ids.text)).toMatchObject({ name: 'Text', ...sent })
  },
)

test('D4.33 an edit of children moves widgets and marks both places dirty; saving assigns them', async () => {
  const world = await open()
  const { editor, ids } = world
  await editor.fetch()
  editor.edit(ids.box, { children: [ids.note, ids.title] })
  expect(shapeOf(world)).toEqual([['Box', ['Note', 'Title', 'Text']]])
  expect(editor.get().page).toMatchObject({ dirty: true, children: [{ dirty: true }] })
  await editor.save()
  expect(editor.get().isDirty).toBe(false)
  expect(shapeOf(world)).toEqual([['Box', ['Note', 'Title', 'Text']]])
  expect(stored(world, ids.title)['parent']).toBe(at(ids.page, ids.box))
  // What moved can be saved by what the server counts now.
  editor.edit(ids.title, { value: 'moved' })
  await editor.save()
  expect(stored(world, ids.title)['value']).toBe('moved')
})

test('an edit of what is not there, of what was not read, or into itself is refused', async () => {
  const { editor, ids } = await open()
  expect(() => editor.edit(ids.text, {})).toThrow('has not been read')
  await editor.fetch()
  expect(() => editor.edit(ids.master, { value: '' })).toThrow(`no widget ${ids.master}`)
  expect(() => editor.edit(ids.box, { children: [ids.master] })).toThrow(`no widget ${ids.master}`)
  expect(() => editor.edit(ids.text, { children: [ids.box] })).toThrow('cannot stand in itself')
})

test('D4.33 what is edited while a save is under way stays dirty, and the next save writes it', async () => {
  const world = await open()
  const { editor, ids, server } = world
  await editor.fetch()
  editor.edit(ids.text, { value: 'first' })
  const gate = server.hold('/json/update')
  const saving = editor.save()
  editor.edit(ids.text, { value: 'second' })
  editor.edit(ids.note, { value: 'other' })
  const next = editor.save()
  expect(editor.get().isWriting).toBe(true)
  gate.release()
  await saving
  expect(editor.get().isDirty).toBe(true)
  await next
  expect([stored(world, ids.text)['value'], stored(world, ids.note)['value']]).toEqual(['second', 'other'])
  expect(editor.get()).toMatchObject({ isDirty: false, isWriting: false })
})

test('what is edited back to what it was while its save is under way is not lost', async () => {
  const world = await open()
  const { editor, ids, server } = world
  await editor.fetch()
  editor.edit(ids.text, { value: 'typed' })
  const gate = server.hold('/json/update')
  const saving = editor.save()
  editor.undo()
  gate.release()
  await saving
  expect(editor.get().isDirty).toBe(true)
  await editor.save()
  expect(stored(world, ids.text)['value']).toBe(null)
})

test('a save that fails keeps the edits and says so; one without an answer reads before it writes again', async () => {
  const world = await open()
  const { editor, ids, server } = world
  await editor.fetch()
  editor.edit(ids.text, { value: 'kept' })
  server.fail('access_denied')
  await expect(editor.save()).rejects.toMatchObject({ code: 'access_denied' })
  expect(editor.get()).toMatchObject({
    status: 'loaded',
    isDirty: true,
    writeError: { code: 'access_denied' },
  })
  server.fail('network')
  await expect(editor.save()).rejects.toMatchObject({ code: 'network' })
  // It was written all the same, and nobody heard of it.
  server.library.handlers.updateEntityAtJson?.(
    { dotted: 'clubwedwidget', id: ids.text, json: { value: 'kept' } } as never,
    { login: 'editor', token: null, sharePassword: undefined },
    undefined,
  )
  await editor.save()
  expect(editor.get()).toMatchObject({ isDirty: false, writeError: null })
  expect(stored(world, ids.text)).toMatchObject({ value: 'kept', $version: 2 })
})

test('what somebody else has saved meanwhile is not overwritten without a word', async () => {
  const world = await open()
  const { editor, ids, server } = world
  await editor.fetch()
  editor.edit(ids.text, { value: 'mine' })
  server.library.handlers.updateEntityAtJson?.(
    { dotted: 'clubwedwidget', id: ids.text, json: { props: '{"theirs":1}' } } as never,
    { login: 'editor', token: null, sharePassword: undefined },
    undefined,
  )
  await expect(editor.save()).rejects.toMatchObject({ code: 'version_conflict' })
  await editor.fetch()
  await editor.save()
  expect(stored(world, ids.text)).toMatchObject({ value: 'mine', props: '{"theirs":1}' })
})

/** Somebody else saves a widget. */
function saveElsewhere({ server }: FakeClient, id: number, json: Readonly<Record<string, unknown>>): void {
  server.library.handlers.updateEntityAtJson?.(
    { dotted: 'clubwedwidget', id, json } as never,
    { login: 'editor', token: null, sharePassword: undefined },
    undefined,
  )
}

test('what two changed is shown value by value, and saved by nobody before it is resolved', async () => {
  const world = await open()
  const { editor, pages, ids } = world
  await editor.fetch()
  editor.edit(ids.text, { value: 'mine', props: { size: 1, tone: 'warm' } })
  saveElsewhere(world, ids.text, { value: 'theirs', props: '{"size":2,"align":"left"}' })
  await expect(editor.save()).rejects.toMatchObject({ code: 'version_conflict' })
  // It is being read: whoever saves again waits for that.
  await expect(editor.save()).rejects.toMatchObject({ code: 'page_contested' })
  expect(editor.get().conflicts).toMatchObject([
    { widget: ids.text, field: 'value', property: null, base: null, mine: 'mine', theirs: 'theirs' },
    { widget: ids.text, field: 'props', property: 'size', base: undefined, mine: 1, theirs: 2 },
  ])
  await expect(editor.save()).rejects.toMatchObject({ code: 'page_contested', data: { count: 2 } })
  await expect(pages.publish(ids.page)).rejects.toMatchObject({ code: 'page_contested' })
  expect(stored(world, ids.text)['value']).toBe('theirs')
  const [value, size] = editor.get().conflicts
  if (!value || !size) throw new Error('no conflicts')
  editor.resolve([value], 'mine')
  editor.resolve([size], 'theirs')
  expect(editor.get().conflicts).toEqual([])
  await editor.save()
  expect(stored(world, ids.text)['value']).toBe('mine')
  expect(JSON.parse(String(stored(world, ids.text)['props']))).toEqual({
    size: 2,
    tone: 'warm',
    align: 'left',
  })
})

test('two who translate one widget into two languages lose nothing; one text is for somebody to choose', async () => {
  const world = await open()
  const { editor, ids } = world
  await editor.fetch()
  editor.edit(ids.text, { translations: { html_fr: 'Aube', title_fr: 'Un' } })
  saveElsewhere(world, ids.text, { translations: '{"html_de":"Dämmerung","title_fr":"Deux"}' })
  await expect(editor.save()).rejects.toMatchObject({ code: 'version_conflict' })
  await vi.waitFor(() => expect(editor.get().conflicts).toHaveLength(1), 10_000)
  const [conflict] = editor.get().conflicts
  expect(conflict).toMatchObject({ field: 'translations', property: 'title_fr', mine: 'Un', theirs: 'Deux' })
  editor.resolve(editor.get().conflicts, 'theirs')
  await editor.save()
  expect(JSON.parse(String(stored(world, ids.text)['translations']))).toEqual({
    html_de: 'Dämmerung',
    html_fr: 'Aube',
    title_fr: 'Deux',
  })
})

test('theirs are taken in one step that is undone', async () => {
  const world = await open()
  const { editor, ids } = world
  await editor.fetch()
  editor.edit(ids.text, { value: 'mine' })
  saveElsewhere(world, ids.text, { value: 'theirs' })
  // Reading the page again shows the conflict as well, before any save.
  await editor.fetch()
  expect(editor.get()).toMatchObject({ isDirty: true, conflicts: [{ theirs: 'theirs' }] })
  editor.resolve(editor.get().conflicts, 'theirs')
  expect(editor.get()).toMatchObject({ isDirty: false, conflicts: [] })
  editor.undo()
  await editor.save()
  expect(stored(world, ids.text)['value']).toBe('mine')
})

test('an order that two changed is shown; what one added to it is not in the way', async () => {
  const world = await open()
  const { editor, ids, server, addWidget } = world
  await editor.fetch()
  editor.editPage({ children: [ids.box, ids.title] })
  addWidget(at(ids.page), 'Added', 9)
  await editor.fetch()
  expect(editor.get().conflicts).toEqual([])
  expect(shapeOf(world)).toEqual([['Box', ['Text', 'Note']], 'Title', 'Added'])
  editor.edit(ids.box, { children: [ids.note, ids.text, ids.title] })
  server.library.handlers.sortWidgets?.(
    { clubwedwidget_1: [ids.note, ids.text] } as never,
    { login: 'editor', token: null, sharePassword: undefined },
    undefined,
  )
  await editor.fetch()
  expect(editor.get().conflicts).toMatchObject([
    {
      widget: ids.box,
      field: 'children',
      mine: [ids.note, ids.text, ids.title],
      theirs: [ids.note, ids.text],
    },
  ])
  editor.resolve(editor.get().conflicts, 'mine')
  await editor.save()
  expect(shapeOf(world)).toEqual([['Box', ['Note', 'Text', 'Title']], 'Added'])
})

test('what one sent oneself and got no answer to is no conflict', async () => {
  const world = await open()
  const { editor, ids, server } = world
  await editor.fetch()
  editor.edit(ids.text, { value: 'first', props: { size: 1 } })
  server.fail('network')
  await expect(editor.save()).rejects.toMatchObject({ code: 'network' })
  saveElsewhere(world, ids.text, { value: 'first', props: '{"size":1}' })
  editor.edit(ids.text, { value: 'second' })
  await editor.save()
  expect(stored(world, ids.text)).toMatchObject({ value: 'second', props: '{"size":1}' })
})

test('an answer that was on its way when something was written is none', async () => {
  const world = await open()
  const { editor, ids, server } = world
  await editor.fetch()
  editor.edit(ids.text, { value: 'new' })
  const gate = server.hold('data/pagewidget')
  const reading = editor.fetch()
  const saving = editor.save()
  await Promise.resolve()
  gate.release()
  await Promise.all([saving, reading])
  expect(editor.get()).toMatchObject({ status: 'loaded', isDirty: false })
  expect(editor.get().page?.children[1]?.children[0]).toMatchObject({ value: 'new' })
})

test('edits are undone and made again, over a save too', async () => {
  const world = await open()
  const { editor, ids } = world
  await editor.fetch()
  editor.edit(ids.text, { value: 'one' })
  editor.edit(ids.box, { children: [ids.title] })
  editor.editPage({ name: 'Start' })
  await editor.save()
  for (let n = 0; n < 3; n++) editor.undo()
  expect(shapeOf(world)).toEqual(['Title', ['Box', ['Text', 'Note']]])
  expect(editor.get()).toMatchObject({ canUndo: false, canRedo: true, page: { name: 'Home' } })
  await editor.save()
  expect(stored(world, ids.text)['value']).toBe(null)
  expect(stored(world, ids.title)['parent']).toBe(at(ids.page))
  editor.redo()
  editor.redo()
  expect(shapeOf(world)).toEqual([['Box', ['Title', 'Text', 'Note']]])
  editor.discard()
  expect(editor.get()).toMatchObject({ isDirty: false, canUndo: false, canRedo: false })
})

test('a widget moves into a slot of another in one step, which is undone, made again and saved', async () => {
  const world = await open()
  const { editor, ids } = world
  await editor.fetch()
  const before = shapeOf(world)
  editor.move(ids.title, { owner: ids.box, slot: 'right', children: [ids.text, ids.title, ids.note] })
  const moved: readonly Shape[] = [['Box', ['Text', 'Title', 'Note']]]
  expect(shapeOf(world)).toEqual(moved)
  editor.undo()
  expect(shapeOf(world)).toEqual(before)
  expect(editor.get()).toMatchObject({ isDirty: false, canUndo: false })
  editor.redo()
  expect(shapeOf(world)).toEqual(moved)
  await editor.save()
  expect(stored(world, ids.title)).toMatchObject({ parent: at(ids.page, ids.box), slot: 'right' })
  editor.undo()
  await editor.save()
  expect(stored(world, ids.title)).toMatchObject({ parent: at(ids.page), slot: '' })
  expect(shapeOf(world)).toEqual(before)
})

test('a widget moves neither into itself nor to where nothing is', async () => {
  const { editor, ids } = await open()
  expect(() => editor.move(ids.text, { owner: null, slot: '', children: [ids.text] })).toThrow(
    'has not been read',
  )
  await editor.fetch()
  expect(() => editor.move(ids.box, { owner: ids.text, slot: '', children: [ids.box] })).toThrow(
    'cannot stand in itself',
  )
  expect(() => editor.move(ids.title, { owner: ids.master, slot: '', children: [ids.title] })).toThrow(
    `no widget ${ids.master}`,
  )
})

test('D5.19 D7.57 components are copied in where they are assigned; several at once in keep-order are warned of', async () => {
  const world = await open()
  const { editor, ids, logged } = world
  await editor.fetch()
  await editor.assign(null, [ids.box, ids.master, ids.title], { keepOrder: true })
  expect(shapeOf(world)).toEqual(['Title', ['Card', ['Words']], ['Box', ['Text', 'Note']]])
  expect(logged).toEqual([])
  await editor.assign(ids.box, [ids.master, ids.title])
  expect(shapeOf(world)).toEqual([
    ['Card', ['Words']],
    ['Box', [['Card', ['Words']], 'Title', 'Text', 'Note']],
  ])
  expect(logged).toEqual([])
  const [first] = editor.get().page?.children ?? []
  await editor.assign(ids.box, [first?.id ?? 0, ids.master], { keepOrder: true })
  expect(logged).toEqual(['2 widgets are added at once in an order that is to be kept'])
})

test('D7.58 D7.59 widgets are sorted, and deleted with what stands in them and what was edited of it', async () => {
  const world = await open()
  const { editor, ids } = world
  await editor.fetch()
  await editor.sort([ids.note, ids.text])
  expect(shapeOf(world)).toEqual(['Title', ['Box', ['Note', 'Text']]])
  editor.edit(ids.text, { value: 'gone' })
  editor.edit(ids.title, { value: 'stays' })
  await editor.delete(ids.box)
  expect(shapeOf(world)).toEqual(['Title'])
  await editor.save()
  editor.undo()
  editor.undo()
  await editor.save()
  expect(stored(world, ids.title)['value']).toBe(null)
  await expect(editor.delete(ids.box)).rejects.toMatchObject({ code: 'entity_not_found' })
  expect(editor.get().writeError).toMatchObject({ code: 'entity_not_found' })
})

test('what was edited of a widget that somebody else deleted goes with it, and is reported', async () => {
  const { editor, ids, server, logged } = await open()
  await editor.fetch()
  editor.edit(ids.text, { value: 'late' })
  server.library.handlers.deleteEntityAtJson?.(
    { dotted: 'clubwedwidget', id: ids.box } as never,
    { login: 'editor', token: null, sharePassword: undefined },
    undefined,
  )
  await editor.fetch()
  expect(editor.get().isDirty).toBe(false)
  expect(logged).toEqual([`What was edited of the widgets ${ids.text} is gone: they were deleted`])
})

test('D7.60 a file is stored for a property, then takes the place of the one before', async () => {
  const { editor, ids } = await open()
  await editor.fetch()
  await editor.attach(ids.text, 'picture', new File(['1'], 'one.txt'))
  await editor.attach(ids.text, 'picture', new File(['2'], 'two.txt'))
  await editor.attach(null, 'cover', new File(['3'], 'three.txt'))
  const page = editor.get().page
  const text = page?.children[1]?.children[0]
  expect(text?.attachments).toMatchObject([
    { name: 'picture', file: { name: 'two.txt' }, parent: at(ids.page, ids.box, ids.text) },
  ])
  expect(page?.attachments).toMatchObject([{ name: 'cover', file: { name: 'three.txt' } }])
})

test('D4.33 D7.55 publishing saves, validates the draft and reads the original again', async () => {
  const world = await open()
  const { pages, editor, ids, server } = world
  await expect(pages.publish(ids.page)).rejects.toMatchObject({ code: 'page_unread' })
  await editor.fetch()
  await pages.fetchPages()
  expect(await pages.publish(ids.page)).toBe(ids.page)
  expect(editor.get().page).toMatchObject({ status: { id: 6 } })
  expect(pages.list.get().pages[0]).toMatchObject({ status: { id: 6 } })
  const copy = await pages.fetchWorkingCopy(ids.page)
  copy.editPage({ name: 'Welcome' })
  expect(await pages.publish(copy.id)).toBe(ids.page)
  expect(editor.get().page).toMatchObject({ name: 'Welcome', version: 2, status: { id: 6 } })
  expect(copy.get().page).toMatchObject({ name: 'Home', status: { name: 'archived' } })
  expect(server.requests.filter((one) => one.includes('/json/workflow/data.page.workflow/'))).toHaveLength(2)
  editor.editPage({ name: 'No' })
  await expect(editor.save()).rejects.toMatchObject({ code: 'page_closed' })
  expect(editor.get()).toMatchObject({ isDirty: true, writeError: { code: 'page_closed' } })
})

test('another person finds nothing of what was read or edited', async () => {
  const { pages, editor, ids, server } = await open()
  await pages.fetchPages()
  await editor.fetch()
  editor.edit(ids.text, { value: 'mine' })
  const gate = server.hold('data/pagewidget')
  const reading = editor.fetch()
  pages.clear()
  await expect(reading).rejects.toMatchObject({ code: 'error.canceled' })
  gate.release()
  expect(editor.get()).toMatchObject({ status: 'unknown', page: null, isDirty: false, canUndo: false })
  expect(pages.list.get()).toMatchObject({ status: 'unknown', pages: [] })
  await editor.fetch()
  expect(editor.get()).toMatchObject({ status: 'loaded', isDirty: false })
})

test('D5.24 a page item needs an id or an entity, and a resource or an entity', async () => {
  const { client, server } = await open()
  const [asset] = server.library.list('asset')
  if (!asset) throw new Error('no asset')
  for (const options of [{}, { id: 1 }, { resource: 'asset' }, { id: 1, resource: '' }])
    expect(() => createPageItem(client, options)).toThrow('A page item needs an id or an entity')
  const byId = createPageItem(client, { id: asset.id, resource: 'asset', variation: 'thumbnailBig' })
  const byEntity = createPageItem(client, { entity: asset, variation: 'thumbnailBig' })
  expect(byEntity.url).toBe(byId.url)
  expect(byId.url).toBe(`/api/wedia/dam/variation?object=asset&id=${asset.id}&variation=thumbnailBig`)
  await byId.fetch()
  expect(byEntity.get()).toMatchObject({ status: 'loaded', data: { name: 'Asset 1' } })
})

test('D8.13 a page item with no variation value is warned of, and so is the deprecated asset provider', async () => {
  const { client, logged } = await open()
  expect(createPageItem(client, { id: 1, resource: 'asset' }).url).toBe(null)
  expect(logged).toEqual(['The page item asset 1 has no variation value'])
  createAssetItem(client, { id: 1, variation: 'original' })
  expect(logged.slice(1)).toEqual(['The asset provider is deprecated: use createPageItem'])
})

test('what is set for pages is read again with every change of it, and when a page is published', async () => {
  const { pages, ids } = await open()
  const { schedules } = pages
  const shown = () => schedules.snapshots.get().schedules.map(({ action, at }) => [action, at])
  expect(schedules.snapshots.get()).toMatchObject({ status: 'unknown', hasData: false })
  const reading = schedules.fetch()
  expect(schedules.snapshots.get().status).toBe('initial')
  await reading
  expect(schedules.snapshots.get()).toMatchObject({ status: 'loaded', hasData: true, schedules: [] })
  const at = new Date('2999-01-01T00:00:00Z')
  await schedules.set(ids.page, 'validate', at)
  expect(shown()).toEqual([['validate', at.toISOString()]])
  await pages.page(ids.page).fetch()
  await pages.publish(ids.page)
  expect(shown()).toEqual([])
  await expect(schedules.cancel(ids.page, 'validate')).rejects.toMatchObject({
    code: 'page_schedule_not_found',
  })
  await schedules.set(ids.page, 'unpublish', at)
  await schedules.cancel(ids.page, 'unpublish')
  expect(shown()).toEqual([])
})
