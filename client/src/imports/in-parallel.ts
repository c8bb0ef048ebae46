import { toFailure } from '../failure.ts'

/** Transfers and deletes of items that run at once. @source data-layer §9 */
const worksAtOnce = 3

/** Does the same to many, three at once and all to the end. @throws the first failure */
export async function inParallel<Entry>(
  entries: readonly Entry[],
  work: (entry: Entry) => Promise<void>,
): Promise<void> {
  const left = [...entries]
  const failures: unknown[] = []
  const worker = async (): Promise<void> => {
    for (let entry = left.shift(); entry !== undefined; entry = left.shift())
      await work(entry).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(Array.from({ length: worksAtOnce }, worker))
  if (failures.length > 0) throw toFailure(failures[0])
}

/** A list in pieces of so many. */
export function chunksOf<Entry>(entries: readonly Entry[], size: number): readonly (readonly Entry[])[] {
  return Array.from({ length: Math.ceil(entries.length / size) }, (_chunk, index) =>
    entries.slice(index * size, (index + 1) * size),
  )
}
