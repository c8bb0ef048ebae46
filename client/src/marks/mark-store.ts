import type { Failure } from '../failure.ts'
import type { Forgetful } from '../attach.ts'
import type { MarkChange, Marks } from '@cartouche/contract/wire'
import type { KeyedReadable } from '../store/keyed-store.ts'

/** The marks of an entity as the user sees them, with what is being saved in its place. */
export interface MarksSnapshot extends Marks {
  /** Whether they were read. */
  readonly isKnown: boolean
  readonly isSaving: boolean
}

/** An entity that was not marked, and why. */
export interface MarkFailure {
  readonly id: number
  readonly code: string
  readonly message: string
}

/** What was marked, and how to undo it. */
export interface MarkOutcome {
  readonly marked: readonly { readonly id: number; readonly before: Marks; readonly marks: Marks }[]
  readonly failed: readonly MarkFailure[]
  /** Gives what was marked the marks from before; throws as `set` does. */
  undo(): Promise<MarkOutcome>
}

/**
 * Ratings, colour labels and picks, by entity; see `entityKey`. They are the user's own or shared by all,
 * as the schema says.
 * @source decision 0207
 */
export interface MarkStore extends KeyedReadable<MarksSnapshot>, Forgetful {
  /** Reads those that are not known yet; what is asked for at about the same time is read at once. */
  load(path: string, ids: readonly number[]): void
  /**
   * Marks entities: shown at once, and taken back where it fails. What is set first is saved first.
   * @throws a failure of the call, after everything of it was taken back
   */
  set(path: string, ids: readonly number[], change: MarkChange): Promise<MarkOutcome>
  /** Keeps what is shown in step with other screens. Answers how to stop. */
  watch(): () => void
  /** Hears of what was marked here, after it was saved. Answers how to stop. */
  onSaved(listener: (ids: readonly number[]) => void): () => void
  /** The failure of the last reading, where it failed. */
  readonly failure: () => Failure | null
}
