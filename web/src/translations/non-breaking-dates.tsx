import { useMemo, type ReactNode } from 'react'
import { RawIntlProvider, useIntl, type IntlShape } from 'react-intl'

/** Dates in what is below do not break over lines: `30 Nov 2026, 15:08` stays in one. */
export function NonBreakingDates({ children }: { readonly children: ReactNode }) {
  const intl = useIntl()
  const nonBreaking = useMemo(() => withNonBreakingDates(intl), [intl])
  return <RawIntlProvider value={nonBreaking}>{children}</RawIntlProvider>
}

/** The same texts and formats, but the spaces of its dates do not break. */
export function withNonBreakingDates(intl: IntlShape): IntlShape {
  return { ...intl, formatDate: (...parameters) => intl.formatDate(...parameters).replaceAll(' ', '\u00A0') }
}

/** A date as part of a name that is stored: whoever looks for the name types plain spaces. */
export function formatDateOfName(
  intl: Pick<IntlShape, 'formatDate'>,
  ...parameters: Parameters<IntlShape['formatDate']>
): string {
  return intl.formatDate(...parameters).replaceAll('\u00A0', ' ')
}
