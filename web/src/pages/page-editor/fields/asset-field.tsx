import type { ComponentField } from '@cartouche/components'
import { calls } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { ActionIcon, Button, Fieldset, Group, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { assetPath } from '../../../address/browse-cursor.ts'
import { AssetPicker } from '../../../components/asset-picker/asset-picker.tsx'
import { AssetPicture } from '../../../components/asset-picture/asset-picture.tsx'
import classes from '../page-editor.module.css'

interface AssetFieldProps {
  readonly label: string
  readonly hint: string
  readonly field: ComponentField
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** One asset, or several in order, chosen from the library. */
export function AssetField({ label, hint, field, value, onChange }: AssetFieldProps) {
  const intl = useIntl()
  const isList = field.kind === 'assets'
  const ids = [value].flat().filter((id): id is number => typeof id === 'number')
  const [isPicking, setPicking] = useState(false)
  const change = (next: readonly number[]): void => onChange(isList ? next : (next[0] ?? null))
  return (
    <Fieldset legend={label} mx={0}>
      {hint !== '' && (
        <Text fz="xs" c="dimmed" mb={6}>
          {hint}
        </Text>
      )}
      {ids.length > 0 && (
        <ul className={classes.chosen}>
          {ids.map((id) => (
            <ChosenAsset key={id} id={id} onRemove={() => change(ids.filter((one) => one !== id))} />
          ))}
        </ul>
      )}
      <Button variant="default" size="xs" onClick={() => setPicking(true)}>
        <FormattedMessage
          id={isList ? 'assetPicker.add' : ids.length > 0 ? 'assetPicker.replace' : 'assetPicker.choose'}
        />
      </Button>
      {isPicking && (
        <AssetPicker
          title={intl.formatMessage({ id: isList ? 'assetPicker.add' : 'assetPicker.choose' })}
          nature={field.nature}
          onClose={() => setPicking(false)}
          onPick={(id) => {
            change(isList ? [...new Set([...ids, id])] : [id])
            setPicking(false)
          }}
        />
      )}
    </Fieldset>
  )
}

function ChosenAsset({ id, onRemove }: { readonly id: number; readonly onRemove: () => void }) {
  const intl = useIntl()
  const { data, status } = useRead(calls.findEntities, { path: assetPath, max: 1, query: { id: { eq: id } } })
  const [asset] = (data?.response.data ?? []).filter((one) => typeof one !== 'string')
  const name =
    asset?.name ?? intl.formatMessage({ id: status === 'loaded' ? 'assetPicker.gone' : 'loading' }, { id })
  return (
    <li>
      <Group gap="xs" wrap="nowrap">
        <span className={classes.chosenPicture}>
          {asset && <AssetPicture asset={{ id, name, blurhash: undefined }} sidePx={48} alt="" />}
        </span>
        <Text fz="sm" className={classes.chosenName}>
          {name}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={intl.formatMessage({ id: 'action.remove' }, { name })}
          onClick={onRemove}
        >
          <IconX size={16} stroke={1.7} />
        </ActionIcon>
      </Group>
    </li>
  )
}
