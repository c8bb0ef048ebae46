import type { Browser, BrowserContextOptions } from 'playwright-core'
import type { Person } from './open-browser.ts'
import type { Application } from './start-application.ts'

/** What a journey plays on. */
export interface Stage {
  /**
   * The application with the demonstration library, shared with other journeys. Assets that one adds are
   * deleted after it; carts, users and settings of one are found by the next.
   */
  readonly application: Application
  readonly browser: Browser
  /** A new person at the door of the application; gone when the journey ends. */
  newPerson(options?: BrowserContextOptions): Promise<Person>
  /**
   * One thing that must hold, named in plain words. Each counts for itself; the first that fails ends its
   * journey.
   */
  step(name: string, work: () => Promise<void>): Promise<void>
}

/** One journey of a person. It fails by throwing. */
export interface Journey {
  readonly name: string
  run(stage: Stage): Promise<void>
}
