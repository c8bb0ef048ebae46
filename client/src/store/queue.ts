/** Work that is done one after the other. */
export interface Queue {
  /**
   * Does work when its turn comes. `isCurrent` says whether nothing has superseded it since it was asked for.
   */
  take<T>(work: (isCurrent: () => boolean) => Promise<T>): Promise<T>
  /** The same for work after which what was asked for before counts no more. */
  supersede<T>(work: () => Promise<T>): Promise<T>
}

/** Creates a queue of work on one thing. What fails rejects for whoever asked for it, and holds nobody up. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  let generation = 0
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  return {
    take(work) {
      const asked = generation
      return enqueue(() => work(() => asked === generation))
    },
    supersede(work) {
      generation++
      return enqueue(work)
    },
  }
}
