import { calls, type Asset } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { Button, Group, Text } from '@mantine/core'
import { IconHistory, IconReplace } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { loadPart } from '../../connection/load-part.ts'
import { VersionFacts } from './version-facts.tsx'
import classes from '../asset-details/asset-details.module.css'

const ReplaceDialog = lazy(async () => ({
  default: (await loadPart(() => import('./replace-dialog.tsx'))).ReplaceDialog,
}))
const VersionsDialog = lazy(async () => ({
  default: (await loadPart(() => import('./versions-dialog.tsx'))).VersionsDialog,
}))

/** The version of an asset's file, for who may edit it: replacing it, and those that it had before. */
export function AssetVersions({ asset }: { readonly asset: Asset }) {
  return asset.$rights?.update ? <Versions asset={asset} /> : null
}

function Versions({ asset }: { readonly asset: Asset }) {
  const { data } = useRead(calls.listVersions, { object: 'asset', id: String(asset.id) })
  const [opened, setOpened] = useState<'replace' | 'versions' | null>(null)
  const current = data?.find(({ isCurrent }) => isCurrent)
  const close = () => setOpened(null)
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>
        <FormattedMessage id="asset.versions" />
      </h3>
      <Text component="div" fz="sm" mih={20}>
        {current && <VersionFacts version={current} />}
        {data && !current && <FormattedMessage id="asset.versions.noFile" />}
      </Text>
      <Group gap="xs" mt={8}>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconReplace size={16} stroke={1.7} aria-hidden />}
          onClick={() => setOpened('replace')}
        >
          <FormattedMessage id={data && !current ? 'asset.versions.add' : 'asset.versions.replace'} />
        </Button>
        {data !== undefined && data.length > 0 && (
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconHistory size={16} stroke={1.7} aria-hidden />}
            onClick={() => setOpened('versions')}
          >
            <FormattedMessage id="asset.versions.all" values={{ count: data.length }} />
          </Button>
        )}
      </Group>
      <Suspense>
        {opened === 'replace' && data && <ReplaceDialog asset={asset} current={current} onClose={close} />}
        {opened === 'versions' && data && <VersionsDialog asset={asset} versions={data} onClose={close} />}
      </Suspense>
    </section>
  )
}
