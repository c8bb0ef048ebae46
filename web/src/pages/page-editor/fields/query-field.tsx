import { assetNatures } from '@cartouche/client'
import { useRead, useSchema } from '@cartouche/react'
import { calls } from '@cartouche/client'
import { Fieldset, JsonInput, MultiSelect, Stack, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { LinkEditor } from '../../../components/asset-details/link-editor.tsx'
import { assetPath } from '../../../address/browse-cursor.ts'
import { textOr } from '../../../translations/error-text.ts'
import { useTyped } from '../use-typed.ts'
import { readGalleryQuery, writeGalleryQuery, type GalleryQuery } from './gallery-query.ts'

interface QueryFieldProps {
  readonly label: string
  readonly value: unknown
  readonly onChange: (query: Record<string, unknown>) => void
}

/** Which assets a gallery shows. A query that came from elsewhere is edited as it is written. */
export function QueryField({ label, value, onChange }: QueryFieldProps) {
  const intl = useIntl()
  const known = readGalleryQuery(value ?? {})
  if (!known) return <JsonField label={label} value={value} onChange={onChange} />
  const change = (part: Partial<GalleryQuery>): void => onChange(writeGalleryQuery({ ...known, ...part }))
  return (
    <Fieldset legend={label} mx={0}>
      <Stack gap="sm">
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="pageField.query.hint" />
        </Text>
        <LinksField
          field="collections"
          ids={known.collections}
          onIds={(collections) => change({ collections })}
        />
        <LinksField field="keywords" ids={known.keywords} onIds={(keywords) => change({ keywords })} />
        <MultiSelect
          label={<FormattedMessage id="pageField.query.types" />}
          clearable
          data={Object.entries(assetNatures).map(([name, id]) => ({
            value: String(id),
            label: textOr(intl, `nature.${name}`, name),
          }))}
          value={known.natures.map(String)}
          onChange={(natures) => change({ natures: natures.map(Number) })}
        />
      </Stack>
    </Fieldset>
  )
}

interface LinksFieldProps {
  readonly field: 'collections' | 'keywords'
  readonly ids: readonly number[]
  readonly onIds: (ids: readonly number[]) => void
}

function LinksField({ field, ids, onIds }: LinksFieldProps) {
  const intl = useIntl()
  const { fields } = useSchema(assetPath)
  const path = fields[field]?.href?.split('/api/rest/')[1]
  if (path === undefined) return null
  return <NamedLinks label={textOr(intl, `field.${field}`, field)} path={path} ids={ids} onIds={onIds} />
}

function NamedLinks({
  label,
  path,
  ids,
  onIds,
}: Pick<LinksFieldProps, 'ids' | 'onIds'> & { readonly label: string; readonly path: string }) {
  const { data } = useRead(calls.findEntities, { path, max: 100, query: { id: { in: [0, ...ids] } } })
  const known = (data?.response.data ?? []).flatMap((one) =>
    typeof one === 'string' ? [] : [{ id: one.id, name: one.name ?? String(one.id) }],
  )
  return (
    <LinkEditor
      label={label}
      path={path}
      single={false}
      ids={ids}
      known={known}
      onIds={onIds}
      onKeyDown={() => undefined}
    />
  )
}

function JsonField({ label, value, onChange }: QueryFieldProps) {
  const typed = useTyped(JSON.stringify(value, null, 2), (text) => {
    try {
      const query: unknown = JSON.parse(text)
      if (typeof query === 'object' && query !== null && !Array.isArray(query))
        onChange(query as Record<string, unknown>)
    } catch {
      // Reported by the field; what was understood last stays.
    }
  })
  return (
    <JsonInput
      label={label}
      description={<FormattedMessage id="pageField.query.json" />}
      validationError={<FormattedMessage id="pageField.query.invalid" />}
      autosize
      minRows={4}
      maxRows={16}
      value={typed.text}
      onChange={typed.onText}
      onKeyDown={typed.onKeyDown}
    />
  )
}
