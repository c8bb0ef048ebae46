import { sharedFilesCache } from '../src/offline/names.ts'

/**
 * Takes the files that another app shares, and leads to the import room, which uploads them.
 * @source W3C Web Share Target
 */
export async function keepSharedFiles({ request }: { readonly request: Request }): Promise<Response> {
  const form = await request.formData()
  const files = form.getAll('files').filter((value) => value instanceof File)
  const cache = await caches.open(sharedFilesCache)
  await Promise.all(
    files.map(async (file) =>
      cache.put(
        `/shared-file/${crypto.randomUUID()}`,
        new Response(file, {
          headers: {
            'content-type': file.type,
            'x-file-name': encodeURIComponent(file.name),
            'x-last-modified': String(file.lastModified),
          },
        }),
      ),
    ),
  )
  return Response.redirect('/import?shared=1', 303)
}
