import { ApiError } from '@cartouche/contract'
import type { FakeLibrary } from './fake-library.ts'
import type { FakeHandlers } from './fake-routes.ts'

/** Reverse search of the fake server: another asset is like each; reports are ready at the second look. */
export function reverseSearchHandlers(library: FakeLibrary): FakeHandlers {
  const looks = new Map<string, number>()
  const assetOf = (uuid: string) => {
    const entity = library.list('asset').find(({ $uuid }) => $uuid === uuid)
    if (!entity) throw new ApiError('entity_not_found', { resource: 'asset', id: uuid })
    return entity
  }
  return {
    getReverseSearchStatus: () => {
      const { length } = library.list('asset')
      return { provider: 'library', elsewhere: [], ready: length, total: length }
    },
    getReverseSearchPermissions: ({ uuid }, { login }) => {
      assetOf(uuid)
      return { [uuid]: { submit: login === 'editor', report: looks.has(uuid) } }
    },
    submitReverseSearch({ uuid }) {
      assetOf(uuid)
      looks.set(uuid, 0)
      return { uuid, status: 'pending' }
    },
    getReverseSearchReport({ uuid }) {
      assetOf(uuid)
      const seen = looks.get(uuid)
      if (seen === undefined) throw new ApiError('reverse_search_not_found')
      looks.set(uuid, seen + 1)
      if (seen === 0) return new Response(null, { status: 202 })
      const headers = {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="ete.pdf"; filename*=UTF-8''%C3%A9t%C3%A9.pdf`,
      }
      return new Response('%PDF-1.3', { headers })
    },
    getReverseSearchMatches({ uuid }) {
      const { copyright, credit } = assetOf(uuid)
      return {
        status: looks.has(uuid) ? 'done' : 'none',
        searchedAt: null,
        rights: {
          copyright: typeof copyright === 'string' ? copyright : null,
          credit: typeof credit === 'string' ? credit : null,
        },
        providers: [],
      }
    },
    findSimilarAssets({ uuid, max }) {
      const { id } = assetOf(uuid)
      const others = library.list('asset').filter((other) => other.id !== id)
      return {
        data: others
          .slice(0, Math.min(max, 1))
          .map((other) => ({ id: other.id, score: 0.9, mirrored: true })),
      }
    },
    async findSimilarToPicture({ max }, _identity, form) {
      const files = [...(form?.values() ?? [])].filter((value) => typeof value !== 'string')
      const [picture] = files
      if (picture === undefined || picture.size === 0) throw new ApiError('upload_empty')
      if (files.length > 1) throw new ApiError('upload_format', { reason: 'one picture is expected' })
      if (!(await isPicture(picture))) throw new ApiError('picture_unsupported')
      const alike = library.list('asset').slice(0, Math.min(max, 2))
      return { data: alike.map(({ id }, at) => ({ id, score: 1 - at / 10, mirrored: false })) }
    },
  }
}

/** JPEG and PNG. */
async function isPicture(file: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  return (first === 0xff && second === 0xd8) || (first === 0x89 && second === 0x50)
}
