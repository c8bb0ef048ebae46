import type { IntlShape } from 'react-intl'
import type { BrowseState } from '../../address/browse-address.ts'

/**
 * The bounds of a number field in words: `longer than 20 min`, `from 5 min to 20 min`; of other fields than
 * the duration plain numbers.
 */
export function boundsText(
  intl: IntlShape,
  field: string,
  { gt, gte, lt, lte }: BrowseState['numbers'][string],
): string {
  if (field === '$rating' && gte !== undefined && lte === undefined)
    return intl.formatMessage({ id: 'marks.least' }, { rating: gte })
  const number = (value: number): string =>
    field === 'duration' ? durationText(intl, value) : intl.formatNumber(value)
  const [least, most] = [gt ?? gte, lt ?? lte]
  if (least !== undefined && most !== undefined)
    return intl.formatMessage({ id: 'bounds.between' }, { least: number(least), most: number(most) })
  if (gt !== undefined)
    return intl.formatMessage(
      { id: field === 'duration' ? 'bounds.longer' : 'bounds.more' },
      { value: number(gt) },
    )
  if (lt !== undefined)
    return intl.formatMessage(
      { id: field === 'duration' ? 'bounds.shorter' : 'bounds.less' },
      { value: number(lt) },
    )
  return gte === undefined
    ? intl.formatMessage({ id: 'bounds.most' }, { value: number(lte ?? 0) })
    : intl.formatMessage({ id: 'bounds.least' }, { value: number(gte) })
}

const units = [
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Seconds as they are said: `1 hr 30 min`, `20 min`, `45 sec`. */
function durationText(intl: IntlShape, seconds: number): string {
  let left = Math.round(seconds)
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(left / size)
    left -= count * size
    return count === 0 ? [] : [intl.formatNumber(count, { style: 'unit', unit, unitDisplay: 'short' })]
  })
  return parts.length === 0
    ? intl.formatNumber(0, { style: 'unit', unit: 'second', unitDisplay: 'short' })
    : parts.join(' ')
}
