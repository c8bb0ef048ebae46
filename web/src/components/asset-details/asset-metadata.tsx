import type { Asset } from '@cartouche/contract'
import { useSchema } from '@cartouche/react'
import { useIntl } from 'react-intl'
import { textOr } from '../../translations/error-text.ts'
import { groupFields, isEmptyValue, valueAt } from './asset-fields.ts'
import { EditableField } from './editable-field.tsx'
import classes from './asset-details.module.css'

/** Keys of the groups' names, by the schema's group id. */
const groupNames: Readonly<Record<number, string>> = {
  1: 'asset.group.description',
  2: 'asset.group.place',
  3: 'asset.group.technical',
  4: 'asset.group.rights',
}

/** The metadata of an asset in the schema's groups, edited in place by those who may. */
export function AssetMetadata({ asset }: { readonly asset: Asset }) {
  const intl = useIntl()
  const schema = useSchema('dam/data/asset')
  const canEdit = asset.$rights?.update ?? false
  const dimensions = asset.width && asset.height ? `${asset.width} × ${asset.height}` : null
  const isShown = (name: string, editable: boolean): boolean =>
    (canEdit && editable) || !isEmptyValue(valueAt(asset, name))
  const groups = groupFields(schema).filter(
    ({ id, fields }) =>
      (id === 3 && dimensions !== null) ||
      fields.some(({ name, header }) => isShown(name, header.cud.update)),
  )
  return groups.map(({ id, fields }) => (
    <section key={id} className={classes.section} data-group={id}>
      <h3 className={classes.heading}>{textOr(intl, groupNames[id] ?? '', '')}</h3>
      <dl className={classes.fields}>
        {id === 3 && dimensions !== null && (
          <div className={classes.field}>
            <dt className={classes.label}>{intl.formatMessage({ id: 'field.dimensions' })}</dt>
            <dd className={classes.value}>{dimensions}</dd>
          </div>
        )}
        {fields.map((field) => (
          <EditableField key={field.name} asset={asset} field={field} canEdit={canEdit} />
        ))}
      </dl>
    </section>
  ))
}
