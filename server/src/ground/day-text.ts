/** A day of UTC as mails and notices write it: `30 November 2026`, in French `30 novembre 2026`. */
export function dayText(language: string, instant: Date): string {
  return new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(instant)
}
