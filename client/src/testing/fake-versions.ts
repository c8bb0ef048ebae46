import { ApiError, type Version } from '@cartouche/contract'
import type { FakeLibrary } from './fake-library.ts'
import type { FakeHandlers } from './fake-routes.ts'

/** Versions of the fake server: every asset begins with one. Two files of one size are the same. */
export function versionHandlers(library: FakeLibrary): FakeHandlers {
  const kept = new Map<number, readonly Version[]>()
  const idOf = ({ object, id }: { readonly object: string; readonly id: string }): number =>
    library.get(object.toLowerCase(), Number(id)).id
  const listOf = (id: number): readonly Version[] => kept.get(id) ?? [versionOf(1, `asset-${id}.jpg`, id)]
  const find = (id: number, number: number): Version => {
    const found = listOf(id).find((version) => version.number === number)
    if (!found) throw new ApiError('version_not_found', { number })
    return found
  }
  const add = (
    id: number,
    file: Pick<Version, 'fileName' | 'sizeBytes'>,
    {
      note,
      basedOn,
      restoredFrom = null,
    }: {
      readonly note: string
      readonly basedOn?: number | undefined
      readonly restoredFrom?: number | null
    },
  ): Version[] => {
    const before = listOf(id)
    const [current] = before
    const about = { resource: 'asset', id }
    if (basedOn !== undefined && basedOn !== current?.number) throw new ApiError('version_conflict', about)
    if (current?.sizeBytes === file.sizeBytes) throw new ApiError('file_unchanged')
    const added = {
      ...versionOf((current?.number ?? 0) + 1, file.fileName, file.sizeBytes),
      note,
      restoredFrom,
    }
    const after = [added, ...before.map((version) => ({ ...version, isCurrent: false }))]
    kept.set(id, after)
    return after
  }
  return {
    listVersions: (input) => [...listOf(idOf(input))],
    replaceFile({ note, basedOn, ...input }, _identity, form) {
      const file = [...(form?.values() ?? [])].find((value) => typeof value !== 'string')
      const id = idOf(input)
      if (file === undefined || file.size === 0) throw new ApiError('upload_empty')
      return add(id, { fileName: file.name, sizeBytes: file.size }, { note, basedOn })
    },
    getVersionFile({ number, ...input }) {
      find(idOf(input), number)
      return new Response('bytes', { headers: { 'content-type': 'image/jpeg' } })
    },
    restoreVersion({ number, note, basedOn, ...input }) {
      const id = idOf(input)
      return add(id, find(id, number), { note, basedOn, restoredFrom: number })
    },
    deleteVersion({ number, ...input }) {
      const id = idOf(input)
      if (find(id, number).isCurrent) throw new ApiError('version_current', { number })
      kept.set(
        id,
        listOf(id).filter((version) => version.number !== number),
      )
      return { deleted: true }
    },
    listFieldEdits(input) {
      idOf(input)
      return { edits: [], next: null }
    },
  }
}

const versionOf = (number: number, fileName: string, sizeBytes: number): Version => ({
  number,
  isCurrent: true,
  at: '2026-01-01T00:00:00.000Z',
  by: { id: 1, name: 'Editor' },
  note: '',
  restoredFrom: null,
  fileName,
  mediaType: 'image/jpeg',
  nature: 'IMAGE',
  sizeBytes,
  sha256: String(sizeBytes).padStart(64, '0'),
  width: 400,
  height: 300,
})
