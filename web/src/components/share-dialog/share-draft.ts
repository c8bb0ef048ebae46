import { uploadLimits, type ShareDraft } from '@cartouche/client'
import type { ShareAction } from '@cartouche/contract'
import type { PickedPerson } from '../people-picker/people-picker.tsx'

/**
 * Lifetimes that are offered, days; the first is taken unless the person says otherwise.
 * @source decision 0026
 */
export const lifetimesDays = [30, 7, 1, 90, 365] as const
const dayMs = 86_400_000
/** Longest life of a link that ends with a day. */
export const maxLifetimeMs = 365 * dayMs
/** As sizes are written on screen. */
const gigabyte = 1e9
/** The most that can be said, in whole units. */
export const maxUploadGb = Math.floor(uploadLimits.sizeBytes.max / gigabyte)

/** What the form of a new link holds. */
export interface ShareForm {
  readonly name: string
  readonly description: string
  /** What visitors get: the cart to look at, or its archive alone under a profile. */
  readonly mode: 'cart' | 'zip'
  readonly profile: string
  /** Codes of the download profiles that visitors choose from; null: all. */
  readonly profiles: readonly string[] | null
  /** A lifetime in days, or `date`. */
  readonly lifetime: string
  /** `YYYY-MM-DD`, with the lifetime `date`. */
  readonly lastDay: string
  /** Visitors at most; empty: as many as come. */
  readonly maxUses: number | ''
  readonly actions: readonly ShareAction[]
  /** Whether visitors who comment read replies. */
  readonly showsReplies: boolean
  /** What is wanted of visitors who send files, and how much of it in all. */
  readonly uploadNote: string
  /** 10^9 bytes. Empty: the default. */
  readonly uploadMaxGb: number | ''
  readonly uploadMaxFiles: number | ''
  readonly password: 'none' | 'generated' | 'own'
  readonly ownPassword: string
  /** Who is sent the link. */
  readonly people: readonly PickedPerson[]
  readonly emails: readonly string[]
}

/** A part of the form. */
export interface LinkPartProps {
  readonly form: ShareForm
  readonly onChange: (part: Partial<ShareForm>) => void
}

/** The form as it opens. */
export function newShareForm(cartName: string): ShareForm {
  return {
    name: cartName,
    description: '',
    mode: 'cart',
    profile: 'originals',
    profiles: null,
    lifetime: String(lifetimesDays[0]),
    lastDay: '',
    maxUses: '',
    actions: ['view', 'download', 'zip'],
    showsReplies: true,
    uploadNote: '',
    uploadMaxGb: 10,
    uploadMaxFiles: uploadLimits.files.default,
    password: 'none',
    ownPassword: '',
    people: [],
    emails: [],
  }
}

/**
 * When the link ends: after so many days, or with the end of a day where the person is; null for a day that
 * is no choice.
 */
export function expiryOf(
  { lifetime, lastDay }: Pick<ShareForm, 'lifetime' | 'lastDay'>,
  nowMs: number,
): Date | null {
  if (lifetime !== 'date') return new Date(nowMs + Number(lifetime) * dayMs)
  const [year = 0, month = 0, day = 0] = lastDay.split('-').map(Number)
  const end = new Date(year, month - 1, day, 23, 59, 59)
  // A day is over at its end.
  const isAllowed = end.getTime() > nowMs && end.getTime() <= nowMs + maxLifetimeMs + dayMs
  return lastDay !== '' && isAllowed ? end : null
}

/** Whether a text looks like an e-mail address; the server decides. */
export function isAddress(text: string): boolean {
  return /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]{2,}$/.test(text)
}

function uploadsOf({
  uploadNote,
  uploadMaxGb,
  uploadMaxFiles,
}: ShareForm): Pick<ShareDraft, 'uploadNote' | 'uploadMaxBytes' | 'uploadMaxFiles'> {
  return {
    uploadNote: uploadNote.trim(),
    ...(uploadMaxGb === '' ? {} : { uploadMaxBytes: Math.round(uploadMaxGb * gigabyte) }),
    ...(uploadMaxFiles === '' ? {} : { uploadMaxFiles }),
  }
}

/** What the server is asked for. */
export function draftOfForm(form: ShareForm, expires: Date): ShareDraft {
  const to = [...form.people.map(({ id }) => id), ...form.emails]
  return {
    name: form.name.trim(),
    description: form.description.trim(),
    expires: expires.toISOString(),
    askForPassword: form.password !== 'none',
    ...(form.mode === 'cart' ? { actions: [...form.actions] } : {}),
    ...(form.mode === 'cart' && form.profiles !== null ? { profiles: [...form.profiles] } : {}),
    ...(form.mode === 'cart' && form.actions.includes('comment') ? { showsReplies: form.showsReplies } : {}),
    ...(form.mode === 'cart' && form.actions.includes('upload') ? uploadsOf(form) : {}),
    ...(form.password === 'own' ? { password: form.ownPassword } : {}),
    ...(form.maxUses === '' ? {} : { maxUses: form.maxUses }),
    ...(to.length > 0 ? { collaborators: to } : {}),
  }
}
