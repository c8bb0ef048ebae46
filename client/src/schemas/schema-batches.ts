import type { CallAnswer, calls, SchemaAnswer } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import type { AskSchema } from './schema.ts'

/** Schemas that one request names. @source data-layer §9 */
const batchSize = 20

type Answer = CallAnswer<typeof calls.getSchema>

/**
 * Has the schemas of one folder that a client wants in one turn travel together, up to 20. Called once,
 * before they are wanted.
 * @source data-layer §9
 */
export const schemaBatchesOf = attach(({ schemas }) => {
  schemas.askWith(createBatches)
  return { clear: () => undefined }
})

/**
 * Asks for what is wanted in one turn together. Where that is refused, because of one of them, each is asked
 * for alone.
 */
function createBatches(call: AskSchema): AskSchema {
  const open = new Map<string, { readonly resources: Set<string>; readonly answer: Promise<Answer> }>()
  const start = (folder: string) => {
    const resources = new Set<string>()
    const batch = {
      resources,
      answer: Promise.resolve().then(() => {
        if (open.get(folder) === batch) open.delete(folder)
        return call(folder + [...resources].join(','))
      }),
    }
    open.set(folder, batch)
    return batch
  }
  return async (path) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    const resource = path.slice(folder.length)
    if (resource.includes(',')) return call(path)
    const known = open.get(folder)
    const { resources, answer } = known && known.resources.size < batchSize ? known : start(folder)
    resources.add(resource)
    const together = await answer.catch((error: unknown) => {
      if (resources.size === 1) throw error
    })
    return resources.size === 1 && together
      ? together
      : ((together && partOf(together, resource)) ?? call(path))
  }
}

/** The answer of one resource in one of several; undefined where it is not in it. */
function partOf(answer: Answer, resource: string): SchemaAnswer | undefined {
  if (!('resources' in answer)) return undefined
  const own = answer.resources.find((one) => one.resource === resource)
  const headers = answer.headers[resource]
  return (
    own &&
    headers && {
      resource,
      name: own.name,
      tree: own.tree,
      importField: own.importField,
      create: own.create ?? false,
      $security: own.$security ?? {},
      headers,
    }
  )
}
