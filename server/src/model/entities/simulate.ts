import type { Context } from '../../access/context.ts'

/** Carries what a simulation found out of the transaction that is rolled back. */
class Undone extends Error {
  readonly found: unknown

  constructor(found: unknown) {
    super('A simulation is always undone')
    this.found = found
  }
}

/**
 * Runs a write and what is read after it, and undoes all of it: what it answers is exactly what the write
 * would have.
 * @throws what the write throws
 * @source data-layer §7: faces simulation
 */
export async function simulate<T>(context: Context, write: (context: Context) => Promise<T>): Promise<T> {
  try {
    return await context.database.transaction().execute(async (transaction): Promise<never> => {
      // Work that the write would start is not started.
      throw new Undone(await write({ ...context, database: transaction, addJob: async () => {} }))
    })
  } catch (error) {
    if (error instanceof Undone) return error.found as T
    throw error
  }
}
