type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** The days of weeks, in browsers that know them: not yet in all of them. */
type LocaleWithWeeks = Intl.Locale & {
  readonly weekInfo?: { readonly firstDay: number }
  readonly getWeekInfo?: () => { readonly firstDay: number }
}

/** The day on which weeks begin in a region, 0: Sunday; Monday where the browser does not know it. */
export function firstWeekday(locale: string): Weekday {
  const known: LocaleWithWeeks = new Intl.Locale(locale)
  const { firstDay } = known.getWeekInfo?.() ?? known.weekInfo ?? { firstDay: 1 }
  return (firstDay % 7) as Weekday
}

/** The day of an instant where the reader is, as `2026-03-01`. */
export function dayOfLocal(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/** The same of an instant on the wire; null of none. */
export function dayOf(instant: string | null): string | null {
  return instant === null ? null : dayOfLocal(new Date(instant))
}

/** The end of a day where the reader is, as an instant. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString()
}

/** The same; null of none. */
export function endOf(day: string | null): string | null {
  return day === null ? null : endOfDay(day)
}
