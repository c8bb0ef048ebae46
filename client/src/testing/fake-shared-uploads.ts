import { ApiError, parseJson, type SentFile } from '@cartouche/contract'
import type { FakeHandlers } from './fake-routes.ts'

/**
 * Files of visitors on the fake server: each visitor of a share has their own, and room for three.
 * @param nameOf who a visitor is @throws visitor_unknown
 */
export function sharedUploadHandlers(nameOf: (visitor: string) => string): FakeHandlers {
  const kept = new Map<string, Map<string, SentFile>>()
  const filesOf = (share: string, visitor: string): Map<string, SentFile> => {
    nameOf(visitor)
    const files = kept.get(`${share}/${visitor}`) ?? new Map<string, SentFile>()
    kept.set(`${share}/${visitor}`, files)
    return files
  }
  return {
    uploadSharedFile({ id }, _identity, form) {
      const json = form?.get('json')
      if (typeof json !== 'string') throw new ApiError('upload_format', { reason: 'no json' })
      const about = parseJson(json) as { visitor: string; key: string; size: number }
      const file = form?.get('file')
      if (!(file instanceof File)) throw new ApiError('upload_empty')
      const files = filesOf(id, about.visitor)
      const known = files.get(about.key)
      if (known) return { file: known }
      if (file.size === 0) throw new ApiError('upload_empty')
      if (file.size !== about.size) throw new ApiError('upload_size_wrong')
      if (files.size >= 3) throw new ApiError('share_uploads_full')
      const sent = { name: file.name, sizeBytes: file.size, at: '2026-01-01T00:00:00.000Z' }
      files.set(about.key, sent)
      return { file: sent }
    },
    listSharedUploads: ({ id, visitor }) => ({ files: [...filesOf(id, visitor).values()].toReversed() }),
  }
}
