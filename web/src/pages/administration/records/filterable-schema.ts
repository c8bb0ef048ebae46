import type { FieldHeader, SchemaSnapshot } from '@cartouche/client'
import type { IntlShape } from 'react-intl'
import type { TextId } from '../../../translations/texts.ts'

const never: FieldHeader['cud'] = {
  create: false,
  update: false,
  mandatoryCreate: false,
  defaultCreate: null,
  mandatoryPatch: false,
  defaultPatch: null,
  mandatoryStructure: false,
}

/**
 * A schema with the fields that every record has beside it, for whatever asks for records by their values.
 * @param userPath resource path of people; undefined: owners cannot be asked for
 */
export function filterableSchema(
  intl: IntlShape,
  schema: SchemaSnapshot,
  userPath: string | undefined,
): SchemaSnapshot {
  const field = (label: TextId, type: FieldHeader['type'], path?: string): FieldHeader => ({
    name: intl.formatMessage({ id: label }),
    type,
    ...(path === undefined ? {} : { href: `/api/rest/${path}` }),
    i18n: false,
    i18nFor: null,
    tree: false,
    facet: false,
    sortable: false,
    group: { id: 0 },
    taborder: 0,
    cud: never,
  })
  return {
    ...schema,
    fields: {
      ...schema.fields,
      ...(userPath === undefined ? {} : { owner: field('records.column.owner', 'object', userPath) }),
      createdat: field('records.column.createdat', 'datetime'),
      modifiedat: field('records.column.modifiedat', 'datetime'),
    },
  }
}
