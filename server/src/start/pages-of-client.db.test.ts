import { checkAnswer } from '@cartouche/contract'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, type Client } from '../../../client/src/client.ts'
import { pagesOf } from '../../../client/src/pages/pages.ts'
import { createTestDatabase } from '../ground/database/test-database.ts'
import { readSettings, startCartouche } from '../index.ts'

const password = 'a password of this test'
const opened: { client?: Client; close?: () => Promise<void> } = {}

beforeAll(async () => {
  const { url, drop } = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-pages-'))
  const server = await startCartouche({
    settings: readSettings({
      DATABASE_URL: url,
      CARTOUCHE_DATA: folder,
      CARTOUCHE_DEMO: '0',
      CARTOUCHE_ADMIN_PASSWORD: password,
      PORT: '0',
    }),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  const client = createClient({ mode: 'bearer', baseUrl: `${server.url}/api`, checkAnswer })
  await client.session.signIn({ login: 'admin', password })
  opened.client = client
  opened.close = async () => {
    client.session.dispose()
    await server.stop()
    await drop()
    await rm(folder, { recursive: true, force: true })
  }
})
afterAll(() => opened.close?.())

test('D1.11 D4.33 D4.34 the data layer builds a page on the real server, edits, undoes, publishes and changes it', async () => {
  const { client } = opened
  if (!client) throw new Error('The server has not started')
  const pages = pagesOf(client)
  const { id: pageId = 0 } =
    (await client.entities.create('data/page', { name: 'Home', path: '/home' })) ?? {}
  const { id: cardId = 0 } = (await client.entities.create('data/pagewidget', { name: 'Card' })) ?? {}
  const editor = pages.page(pageId)
  const shown = () => editor.get().page?.children
  await editor.fetch()
  await editor.assign(null, [cardId])
  await editor.assign(null, [cardId])
  const [second = 0, first = 0] = shown()?.map(({ id }) => id) ?? []
  await editor.sort([first, second])
  expect(shown()?.map(({ id }) => id)).toEqual([first, second])
  for (const name of ['one.txt', 'two.txt']) await editor.attach(first, 'picture', new File([name], name))
  expect(shown()?.[0]?.attachments).toMatchObject([{ name: 'picture', file: { name: 'two.txt' } }])

  editor.edit(first, { children: [second], value: 'Welcome', props: { size: 'large' } })
  editor.editPage({ props: { wide: true } })
  await editor.save()
  editor.edit(second, { enabled: false, position: 4, name: 'Inner', slot: 'left' })
  await editor.save()
  await editor.fetch()
  expect(editor.get()).toMatchObject({
    isDirty: false,
    page: {
      props: { wide: true },
      children: [
        {
          value: 'Welcome',
          props: { size: 'large' },
          children: [{ enabled: false, position: 4, name: 'Inner', slot: 'left' }],
        },
      ],
    },
  })
  for (let n = 0; n < 3; n++) editor.undo()
  await editor.save()
  await editor.fetch()
  expect(editor.get().page).toMatchObject({
    props: {},
    children: [
      { value: null, props: {} },
      { name: 'Card', enabled: true },
    ],
  })

  expect(await pages.publish(pageId)).toBe(pageId)
  const copy = await pages.fetchWorkingCopy(pageId)
  copy.editPage({ name: 'Start' })
  expect(await pages.publish(copy.id)).toBe(pageId)
  expect(editor.get().page).toMatchObject({ name: 'Start', version: 2, status: { id: 6 } })
  expect((await pages.find('/home')).id).toBe(pageId)
  const component = pages.component(cardId)
  await component.fetch()
  component.edit(cardId, { value: 'Template' })
  await component.save()
  await component.fetch()
  expect(component.get()).toMatchObject({ isDirty: false, component: { value: 'Template' } })
})
