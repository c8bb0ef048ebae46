import type { FieldHeader } from '@cartouche/client'
import { SegmentedControl, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { LinkEditor } from '../asset-details/link-editor.tsx'
import { linkModes, type LinkMode, type LinkEdit } from './bulk-edit.ts'
import classes from './edit-assets.module.css'

/** What of a list field is added to all assets, taken away from all, or takes the place of what they have. */
export function LinksEdit({
  header,
  edit,
  onChange,
}: {
  readonly header: FieldHeader
  readonly edit: LinkEdit
  readonly onChange: (edit: LinkEdit) => void
}) {
  const intl = useIntl()
  return (
    <fieldset className={classes.links}>
      <legend className={classes.legend}>{header.name}</legend>
      <SegmentedControl
        size="xs"
        fullWidth
        mb={4}
        value={edit.mode}
        onChange={(mode) => onChange({ ...edit, mode: mode as LinkMode })}
        aria-label={intl.formatMessage({ id: 'editMany.mode' }, { field: header.name })}
        data={linkModes.map((value) => ({
          value,
          label: intl.formatMessage({ id: `editMany.mode.${value}` }),
        }))}
      />
      <LinkEditor
        label=""
        ariaLabel={header.name}
        path={header.href?.split('/api/rest/')[1] ?? ''}
        single={false}
        ids={edit.ids}
        known={[]}
        onIds={(ids) => onChange({ ...edit, ids })}
        {...(edit.mode === 'remove' ? {} : { creates: 'on-save' })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.stopPropagation()
        }}
      />
      {edit.mode === 'replace' && edit.ids.length === 0 && (
        <Text fz="sm" c="dimmed" mt={4}>
          <FormattedMessage id="editMany.emptied" />
        </Text>
      )}
    </fieldset>
  )
}
