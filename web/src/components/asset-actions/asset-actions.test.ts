import type { Asset } from '@cartouche/contract'
import { expect, test } from 'vitest'
import { actionIds, entriesOf, maxCompared, maxResults, type ActionRights } from './asset-actions.ts'

const everything: ActionRights = { can: () => true, opens: true, searchesPictures: true }
const results = (total: number) => ({ assets: [], results: { search: {}, total } })

function asset(id: number, parts: Partial<Asset> = {}): Asset {
  return {
    $resource: 'asset',
    $uuid: String(id),
    id,
    name: `Asset ${id}`,
    status: { id: 1, name: 'draft' },
    rootnature: { id: 1, name: 'IMAGE' },
    ...parts,
  } as unknown as Asset
}

const idsOf = (...given: Parameters<typeof entriesOf>) => entriesOf(...given).map(({ id }) => id)

test('entries keep their order, and none is offered that the role does not grant', () => {
  const all = idsOf({ assets: [asset(1)] }, everything)
  expect(all).toEqual(actionIds.filter((id) => all.includes(id)))
  expect(all).toContain('delete')
  const can = (grant: string) => grant === 'asset/download'
  expect(idsOf({ assets: [asset(1)] }, { ...everything, can, opens: false })).toEqual(['download', 'crop'])
})

test('only one picture is cropped, and only one video trimmed', () => {
  const film = asset(2, { rootnature: { id: 2, name: 'VIDEO' } } as Partial<Asset>)
  expect(idsOf({ assets: [film] }, everything)).not.toContain('crop')
  expect(idsOf({ assets: [film] }, everything)).toContain('trim')
  expect(idsOf({ assets: [asset(1)] }, everything)).not.toContain('trim')
  expect(idsOf(results(3), everything)).not.toContain('crop')
  const two = entriesOf({ assets: [asset(1), asset(2)] }, everything)
  expect(two.find(({ id }) => id === 'crop')?.reason).toBe('one')
})

test('sharing needs the right to make a cart and the right to share it', () => {
  for (const missing of ['cart/create', 'cart/share'])
    expect(idsOf({ assets: [asset(1)] }, { ...everything, can: (grant) => grant !== missing })).not.toContain(
      'share',
    )
})

test('of several, those whose status allows a step are counted; what the server said of one comes first', () => {
  const published = asset(2, { status: { id: 6, name: 'published' } } as Partial<Asset>)
  const entries = entriesOf({ assets: [asset(1), published] }, everything)
  expect(entries.find(({ id }) => id === 'publish')?.count).toBe(1)
  expect(entries.find(({ id }) => id === 'restore')).toBeUndefined()
  const $rights = { update: true, delete: true, download: true, workflow: [] }
  expect(idsOf({ assets: [asset(1, { $rights })] }, everything)).not.toContain('publish')
})

test('what cannot be taken says why', () => {
  const reasonOf = (id: string, ...given: Parameters<typeof entriesOf>) =>
    entriesOf(...given).find((entry) => entry.id === id)?.reason
  expect(reasonOf('versions', { assets: [asset(1), asset(2)] }, everything)).toBe('one')
  expect(reasonOf('versions', { assets: [asset(1)] }, everything)).toBeUndefined()
  const $rights = { update: false, delete: false, download: true, workflow: [] }
  expect(reasonOf('edit', { assets: [asset(1, { $rights })] }, everything)).toBe('rights')
  expect(reasonOf('download', { assets: [asset(1, { $rights })] }, everything)).toBeUndefined()
  const sound = asset(1, { rootnature: { id: 3, name: 'AUDIO' } } as Partial<Asset>)
  expect(reasonOf('similar', { assets: [sound] }, everything)).toBe('noPicture')
})

test('all results are acted on up to a limit, and downloaded and shared without one', () => {
  const reasonOf = (id: string, total: number) =>
    entriesOf(results(total), everything).find((entry) => entry.id === id)?.reason
  expect(reasonOf('edit', maxResults)).toBeUndefined()
  expect(reasonOf('edit', maxResults + 1)).toBe('limit')
  for (const id of ['download', 'share']) expect(reasonOf(id, maxResults + 1)).toBeUndefined()
  expect(entriesOf(results(0), everything)).toEqual([])
})

test('a key that the place has another use for is not shown', () => {
  const keyOf = (rights: ActionRights) =>
    entriesOf({ assets: [asset(1)] }, rights).find(({ id }) => id === 'delete')?.key
  expect(keyOf(everything)).toBe('delete')
  expect(keyOf({ ...everything, takenKeys: ['delete'] })).toBeUndefined()
})

test('two to six pictures are compared; one has nothing beside it', () => {
  const entryOf = (id: string, count: number) =>
    entriesOf({ assets: Array.from({ length: count }, (_, at) => asset(at + 1)) }, everything).find(
      (entry) => entry.id === id,
    )
  expect([entryOf('compare', 1), entryOf('slideshow', 1)]).toEqual([undefined, undefined])
  expect(entryOf('compare', maxCompared)?.reason).toBeUndefined()
  expect(entryOf('compare', maxCompared + 1)?.reason).toBe('compared')
  expect(entryOf('slideshow', maxCompared + 1)?.reason).toBeUndefined()
})
