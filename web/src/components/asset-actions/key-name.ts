import type { IntlShape } from 'react-intl'

const named = ['delete', 'end', 'enter', 'escape', 'home', 'shift', 'space'] as const

/** A key as it is printed on keyboards. */
export function keyName(intl: IntlShape, key: string): string {
  const name = named.find((one) => one === key)
  return name === undefined ? key.toUpperCase() : intl.formatMessage({ id: `key.${name}` })
}
