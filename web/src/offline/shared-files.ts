import { sharedFilesCache } from './names.ts'

/** Takes the files that another app has shared, each once. */
export async function takeSharedFiles(): Promise<File[]> {
  if (!('caches' in window) || !(await caches.has(sharedFilesCache))) return []
  const cache = await caches.open(sharedFilesCache)
  const files = await Promise.all(
    (await cache.keys()).map(async (key) => {
      const response = await cache.match(key)
      // Another tab may take them at the same moment: whoever deletes it has it.
      if (!response || !(await cache.delete(key))) return []
      const name = decodeURIComponent(response.headers.get('x-file-name') ?? '')
      return [
        new File([await response.blob()], name, {
          type: response.headers.get('content-type') ?? '',
          lastModified: Number(response.headers.get('x-last-modified')),
        }),
      ]
    }),
  )
  return files.flat()
}
