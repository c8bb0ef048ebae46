import type { Browser } from 'playwright-core'
import type { Application } from './start-application.ts'

/** One journey of a person. It fails by throwing. */
export interface Journey {
  readonly name: string
  run(stage: { readonly application: Application; readonly browser: Browser }): Promise<void>
}
