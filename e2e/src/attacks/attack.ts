import type { Application } from '../start-application.ts'

/**
 * One way to do what must not be possible, tried on a running server. `run` resolves where the product held,
 * and throws with what the attacker got where it did not. It leaves the application usable for the next one:
 * what it changes it puts back, or it starts one of its own by `withApplication`.
 */
export interface Attack {
  /** What holds, in plain words. */
  readonly name: string
  run(application: Application): Promise<void>
}

/** @throws Error with `message` unless `held` */
export function requireHeld(held: boolean, message: string): asserts held {
  if (!held) throw new Error(message)
}
