import { calls, type Client } from '@cartouche/client'

/**
 * The id of the one entity of a resource that has a name; null where there is none, or where there are
 * several.
 */
export type LinkNames = (path: string, name: string) => Promise<number | null>

/** Looks entities up by their names, each name once. */
export function createLinkNames(client: Client, signal: AbortSignal): LinkNames {
  const asked = new Map<string, Promise<number | null>>()
  const find = async (path: string, name: string): Promise<number | null> => {
    const { response } = await client.call(
      calls.findEntitiesAsPost,
      { path, query: { name: { eq: name } }, max: 2 },
      { signal },
    )
    const [first, second] = response.data
    return typeof first === 'object' && second === undefined ? first.id : null
  }
  return (path, name) => {
    const key = `${path} ${name}`
    const answer = asked.get(key) ?? find(path, name)
    asked.set(key, answer)
    return answer
  }
}
