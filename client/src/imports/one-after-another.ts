/** Work that is done in the order in which it was given, for each key by itself. */
export interface OneAfterAnother<K> {
  /** Does this once all that was given for the key before is done, whether well or not. */
  run<T>(key: K, work: () => Promise<T>): Promise<T>
  /** Forgets what is waited for: what is given next starts at once. */
  clear(): void
}

/** Creates it with nothing to wait for. */
export function oneAfterAnother<K>(): OneAfterAnother<K> {
  const last = new Map<K, Promise<unknown>>()
  return {
    run(key, work) {
      const done = (last.get(key) ?? Promise.resolve()).then(work, work)
      last.set(key, done)
      return done
    },
    clear: () => last.clear(),
  }
}
