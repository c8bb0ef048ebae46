import { useCurrentUser } from '@cartouche/react'

/** Languages that are offered to write in; those that something has besides are offered too. */
export const writtenLanguages = ['en', 'fr', 'de', 'es', 'it', 'pt', 'nl', 'pl', 'ja', 'zh', 'ar'] as const

/** Languages that the person writes in, as tags: `fr`, `pt-BR`. */
export function useOwnLanguages(): readonly string[] {
  const { contriblangs = [] } = useCurrentUser()?.userdata ?? {}
  return contriblangs.map(({ code }) => code.replace('_', '-'))
}
