import { expect, test } from 'vitest'
import { createFakeClient } from '../testing/fake-client.ts'
import { applicationInfoOf } from './application-info.ts'

test('D1.14 D3.40 D7.68 D7.69 the infos of the application come with the keys of its editors', async () => {
  const { client } = await createFakeClient()
  const info = applicationInfoOf(client)
  expect(info.get()).toMatchObject({ status: 'unknown', data: null })
  await info.load()
  expect(info.get()).toMatchObject({
    status: 'loaded',
    data: {
      appName: 'Cartouche',
      baseUrl: '',
      dxmUrl: '',
      background: '',
      logo: '',
      favicon: '',
      richTextEditorKey: 'text-key',
      spellcheckerKey: 'spelling-key',
      availability: { available: true, message: '', resolved: true },
    },
  })
})

test('D7.69 errors of the keys are ignored', async () => {
  const { client, logged } = await createFakeClient({ signIn: false })
  await applicationInfoOf(client).load()
  expect(applicationInfoOf(client).get()).toMatchObject({
    status: 'loaded',
    data: { appName: 'Cartouche', richTextEditorKey: '' },
  })
  expect(logged).toEqual(['The keys of the editors could not be read'])
})
