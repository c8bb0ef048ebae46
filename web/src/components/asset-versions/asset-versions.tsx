import { calls, type Asset } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { Button, Group, Text } from '@mantine/core'
import { IconHistory, IconReplace } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { useAssetActions, type ActionPlace } from '../asset-actions/action-context.ts'
import { VersionFacts } from './version-facts.tsx'
import classes from '../asset-details/asset-details.module.css'

interface AssetVersionsProps {
  readonly asset: Asset
  readonly place: ActionPlace
}

/** The version of an asset's file, for whoever may edit it: replacing it, and those that it had before. */
export function AssetVersions(props: AssetVersionsProps) {
  return props.asset.$rights?.update ? <Versions {...props} /> : null
}

function Versions({ asset, place }: AssetVersionsProps) {
  const actions = useAssetActions()
  const target = { assets: [asset], place }
  const { data } = useRead(calls.listVersions, { object: 'asset', id: String(asset.id) })
  const current = data?.find(({ isCurrent }) => isCurrent)
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>
        <FormattedMessage id="asset.versions" />
      </h3>
      <Text component="div" fz="sm" mih={20}>
        {current && <VersionFacts version={current} />}
        {data && !current && <FormattedMessage id="asset.versions.noFile" />}
      </Text>
      <Group gap="sm" mt={8}>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconReplace size={16} stroke={1.7} aria-hidden />}
          onClick={() => actions.run('replace', target)}
        >
          <FormattedMessage id={data && !current ? 'asset.versions.add' : 'asset.versions.replace'} />
        </Button>
        {data !== undefined && data.length > 0 && (
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconHistory size={16} stroke={1.7} aria-hidden />}
            onClick={() => actions.run('versions', target)}
          >
            <FormattedMessage id="asset.versions.all" values={{ count: data.length }} />
          </Button>
        )}
      </Group>
    </section>
  )
}
