import type { ShareDraft } from '@cartouche/client'
import type { ShareAction } from '@cartouche/contract'

/** Lifetimes that are offered, days; the first is taken unless the person says otherwise. @source issue: 30 days */
export const lifetimesDays = [30, 7, 1, 90, 365] as const
const dayMs = 86_400_000

/** What the form of a new link holds. */
export interface ShareForm {
  readonly name: string
  readonly description: string
  /** A lifetime in days, or `date`. */
  readonly lifetime: string
  /** `YYYY-MM-DD`, with the lifetime `date`. */
  readonly lastDay: string
  readonly actions: readonly ShareAction[]
  readonly password: 'none' | 'generated' | 'own'
  readonly ownPassword: string
}

/** The form as it opens. */
export function newShareForm(cartName: string): ShareForm {
  return { name: cartName, description: '', lifetime: String(lifetimesDays[0]), lastDay: '', actions: ['view', 'download', 'zip'], password: 'none', ownPassword: '' }
}

/** When the link ends: after so many days, or with the end of a day where the person is; null for a day that is no choice. */
export function expiryOf({ lifetime, lastDay }: Pick<ShareForm, 'lifetime' | 'lastDay'>, nowMs: number): Date | null {
  if (lifetime !== 'date') return new Date(nowMs + Number(lifetime) * dayMs)
  const [year = 0, month = 0, day = 0] = lastDay.split('-').map(Number)
  const end = new Date(year, month - 1, day, 23, 59, 59)
  return lastDay !== '' && end.getTime() > nowMs && end.getTime() <= nowMs + 366 * dayMs ? end : null
}

/** What the server is asked for. */
export function draftOfForm(form: ShareForm, expires: Date): ShareDraft {
  return {
    name: form.name.trim(), description: form.description.trim(), expires: expires.toISOString(), actions: [...form.actions], askForPassword: form.password !== 'none',
    ...(form.password === 'own' ? { password: form.ownPassword } : {}),
  }
}
