import { assetNatures, calls } from '@cartouche/client'
import type { NatureName } from '@cartouche/contract'
import { useRead } from '@cartouche/react'
import { Modal, Skeleton, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { assetPath } from '../../address/browse-cursor.ts'
import { AssetPicture } from '../asset-picture/asset-picture.tsx'
import { ErrorViewOf } from '../error-view/error-view.tsx'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import classes from './asset-picker.module.css'

interface AssetPickerProps {
  readonly title: string
  /** What is offered; all assets by default. */
  readonly nature?: NatureName | undefined
  readonly onPick: (id: number) => void
  readonly onClose: () => void
}

/** How many are shown: whoever does not find it among them types another word. */
const most = 60

/** Chooses an asset of the library, found by words; the newest without. */
export function AssetPicker({ title, nature, onPick, onClose }: AssetPickerProps) {
  useReturnFocus()
  const intl = useIntl()
  const [typed, setTyped] = useState('')
  const [fulltext] = useDebouncedValue(typed.trim(), 200)
  const { data, status, error } = useRead(calls.findEntities, {
    path: assetPath,
    max: most,
    withAggregates: false,
    orderby: fulltext === '' ? 'createdat desc' : 'relevance',
    ...(fulltext === '' ? {} : { fulltext }),
    ...(nature === undefined ? {} : { query: { rootnature: { eq: assetNatures[nature] } } }),
  })
  const assets = data?.response.data.filter((one) => typeof one !== 'string')
  return (
    <Modal opened onClose={onClose} title={title} size="xl">
      <Stack gap="md">
        <TextInput
          data-autofocus
          type="search"
          leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
          aria-label={intl.formatMessage({ id: 'assetPicker.search' })}
          placeholder={intl.formatMessage({ id: 'assetPicker.search' })}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {assets === undefined && status === 'error' ? (
          <ErrorViewOf error={error} />
        ) : assets === undefined ? (
          <Skeleton height={240} aria-hidden />
        ) : assets.length === 0 ? (
          <Text component="output">
            <FormattedMessage id={fulltext === '' ? 'assetPicker.empty' : 'assetPicker.none'} />
          </Text>
        ) : (
          <ul className={classes.found}>
            {assets.map((asset) => (
              <li key={asset.id}>
                <UnstyledButton className={classes.asset} onClick={() => onPick(asset.id)}>
                  <span className={classes.picture}>
                    <AssetPicture
                      asset={{ id: asset.id, name: asset.name ?? '', blurhash: blurhashOf(asset) }}
                      sidePx={160}
                      alt=""
                    />
                  </span>
                  <Text fz="sm" component="span" lineClamp={2} className={classes.name}>
                    {asset.name}
                  </Text>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Modal>
  )
}

function blurhashOf(asset: Readonly<Record<string, unknown>>): string | undefined {
  const { blurhash } = asset
  return typeof blurhash === 'string' ? blurhash : undefined
}
