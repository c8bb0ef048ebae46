import { ApiError } from '@cartouche/contract'
import type { Identity } from '../access/identity.ts'
import type { Services } from '../ground/services.ts'

/**
 * Does what a call asks for, and counts it where an application makes it, within its quota. `called` has the
 * name of the call once it is known: of two at one address the body may decide.
 * @throws quota_exceeded, and what the work throws
 * @source decision 0189
 */
export async function countCall<T>(
  { applicationCalls }: Pick<Services, 'applicationCalls'>,
  identity: Identity,
  called: { readonly name: string },
  work: () => Promise<T>,
): Promise<T> {
  if (identity.kind !== 'application') return work()
  try {
    await applicationCalls.admit(identity)
  } catch (error) {
    if (error instanceof ApiError) applicationCalls.note(identity, called.name, 'refused')
    throw error
  }
  try {
    const answer = await work()
    applicationCalls.note(identity, called.name, 'answered')
    return answer
  } catch (error) {
    applicationCalls.note(identity, called.name, 'failed')
    throw error
  }
}
