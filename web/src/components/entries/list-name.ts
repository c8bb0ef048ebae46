import { useIntl, type IntlShape } from 'react-intl'
import { textOr } from '../../translations/error-text.ts'

/**
 * The name of a list of a resource's entries: of many, where the resource is one that every library has and
 * is named as it came. Who names a resource decides how its list is called.
 */
export function listName(intl: IntlShape, resource: string, label: string): string {
  const id = `resource.${resource}`
  return label === textOr(intl, id, '') ? textOr(intl, `${id}.many`, label) : label
}

/** The same of the list that is shown. */
export function useListName({
  resource,
  label,
}: {
  readonly resource: string
  readonly label: string
}): string {
  return listName(useIntl(), resource, label)
}
