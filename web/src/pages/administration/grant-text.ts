import type { IntlShape } from 'react-intl'
import { textOr } from '../../translations/error-text.ts'

/** The name of a resource that roles grant; `*` is any. `label`: its own name, for one that is not ours. */
export function resourceText(intl: IntlShape, resource: string, label: string = resource): string {
  if (resource === '*') return intl.formatMessage({ id: 'roles.anyResource' })
  return textOr(intl, `roles.resource.${resource}`, label)
}

/** The name of an action that roles grant; `*` is any. */
export function actionText(intl: IntlShape, action: string): string {
  return textOr(intl, `roles.action.${action === '*' ? 'any' : action}`, action)
}
