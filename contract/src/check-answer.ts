import { calls, type CallName } from './calls.ts'

/**
 * Holds the answer of a call against the contract: for tests, and for whoever has to know what a server of
 * another version answers.
 * @returns what is wrong with it in plain words; undefined when nothing is.
 */
export function checkAnswer(name: CallName, body: unknown): string | undefined {
  const checked = calls[name].answers.safeParse(body)
  return checked.success ? undefined : checked.error.message
}
