import type { FieldPermissions } from '@cartouche/contract'
import { may } from '../../access/decide.ts'
import type { Identity } from '../../access/identity.ts'
import { isLink, type Schema } from '../schemas/schema.ts'

/**
 * What may be seen, changed and must be filled, by field, for whoever makes (`create`) or changes (`patch`)
 * an entity. `mayWrite`: whether they may at all.
 * @source data-layer §6: item data carries editable, mandatory and viewable flags per field
 */
export function fieldPermissionsOf(
  identity: Identity,
  schema: Schema,
  kind: 'create' | 'patch',
  mayWrite: boolean,
): Record<string, FieldPermissions> {
  return Object.fromEntries(
    [...schema.fields.values()].map((field) => [
      field.name,
      {
        editable: mayWrite && (kind === 'create' ? field.cud.create : field.cud.update) === true,
        mandatory:
          field.cud.mandatoryStructure === true ||
          (kind === 'create' ? field.cud.mandatoryCreate : field.cud.mandatoryPatch) === true,
        viewable: !isLink(field) || may(identity, field.target, 'view'),
      },
    ]),
  )
}

/**
 * The same beside the properties, each as `$faces-{field}`, and all together as `$faces`.
 * @source wire facts "Entities"; data-layer §7
 */
export function withFieldPermissions<T extends object>(
  data: T,
  permissions: Readonly<Record<string, FieldPermissions>>,
): T & { $faces: Readonly<Record<string, FieldPermissions>> } {
  return {
    ...data,
    $faces: permissions,
    ...Object.fromEntries(
      Object.entries(permissions).map(([name, permission]) => [`$faces-${name}`, permission]),
    ),
  }
}
