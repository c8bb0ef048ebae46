/** As many as one workflow action takes. */
const chunk = 200

/** Ids in parts, each for one workflow action. */
export function inChunks(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / chunk) }, (_part, at) =>
    ids.slice(at * chunk, (at + 1) * chunk),
  )
}
