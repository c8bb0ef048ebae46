import { calls, type CallAnswer, type CallParameters } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import type { Client } from '../client.ts'
import type { CallOptions } from '../transport/transport.ts'
import { readsOf } from '../transport/reads.ts'

export type AssetVersion = CallAnswer<typeof calls.listVersions>[number]
export type AssetFieldEdit = CallAnswer<typeof calls.listFieldEdits>['edits'][number]
type Reference = 'object' | 'id' | 'number'
export type VersionOptions = Omit<CallParameters<typeof calls.replaceFile>, Reference>

/**
 * Files that an asset has and had. After each change, lists and the asset are read again.
 * @source decision 0196
 */
export interface Versions {
  /** The latest first. */
  list(object: string, id: number): Promise<readonly AssetVersion[]>
  /**
   * Replaces the file; the asset keeps its id. `basedOn`: the number of the version that the person saw.
   * @throws version_conflict, file_unchanged, upload_format, upload_empty, upload_too_large, storage_full
   */
  replace(
    object: string,
    id: number,
    file: File,
    options?: VersionOptions & Pick<CallOptions, 'signal' | 'onUploadProgress'>,
  ): Promise<readonly AssetVersion[]>
  /** Makes the file of a former version the current one, as a new version. @throws version_conflict */
  restore(
    object: string,
    id: number,
    number: number,
    options?: VersionOptions,
  ): Promise<readonly AssetVersion[]>
  /** Deletes a former version permanently. @throws version_not_found, version_current */
  remove(object: string, id: number, number: number): Promise<void>
  /** The address of a version, or of a rendition of it; with `download` as a file under its own name. */
  urlOf(object: string, id: number, number: number, variation: string, download?: boolean): string
  /**
   * What distinguishes the pictures of an asset from those that its address showed before, as a parameter of
   * theirs: a page shows what it once loaded. Undefined until its file is replaced here.
   */
  revisionOf(object: string, id: number): string | undefined
  clear(): void
}

/** Versions of a client. */
export const versionsOf = attach(createVersions)

/** Reads that follow from the file of an asset. */
const ofFile = [
  calls.listVersions,
  calls.listVariations,
  calls.listTracks,
  calls.listFieldEdits,
  calls.getDocumentWords,
  calls.getLivePhoto,
]

function createVersions(client: Client): Versions {
  const replaced = new Map<string, string>()
  const changed = async (
    object: string,
    id: number,
    answer: readonly AssetVersion[],
  ): Promise<readonly AssetVersion[]> => {
    const [current] = answer
    replaced.set(`${object}/${id}`, current?.sha256.slice(0, 16) ?? '')
    ofFile.forEach((call) => readsOf(client).invalidate(call))
    await client.entities.fetch(`dam/data/${object}`, id, { withRights: true })
    return answer
  }
  return {
    list: (object, id) => client.call(calls.listVersions, { object, id: String(id) }),
    async replace(object, id, file, { signal, onUploadProgress, ...options } = {}) {
      const form = new FormData()
      form.append('file', file, file.name)
      const parameters = { ...options, object, id: String(id) }
      const more = { form, signal, onUploadProgress }
      return changed(object, id, await client.call(calls.replaceFile, parameters, more))
    },
    async restore(object, id, number, options = {}) {
      const parameters = { ...options, object, id: String(id), number }
      return changed(object, id, await client.call(calls.restoreVersion, parameters))
    },
    async remove(object, id, number) {
      await client.call(calls.deleteVersion, { object, id: String(id), number })
      readsOf(client).invalidate(calls.listVersions)
    },
    urlOf: (object, id, number, variation, download = false) =>
      client.urlOf(calls.getVersionFile, {
        object,
        id: String(id),
        number,
        variation,
        ...(download ? { download } : {}),
      }),
    revisionOf: (object, id) => replaced.get(`${object}/${id}`),
    clear: () => replaced.clear(),
  }
}
