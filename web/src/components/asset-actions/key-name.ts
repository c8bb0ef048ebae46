import type { IntlShape } from 'react-intl'

/** A key as it is printed on keyboards. */
export function keyName(intl: IntlShape, key: string): string {
  return key === 'enter' || key === 'delete' ? intl.formatMessage({ id: `key.${key}` }) : key.toUpperCase()
}
