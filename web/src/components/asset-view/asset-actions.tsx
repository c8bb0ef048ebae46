import type { Asset } from '@cartouche/contract'
import { useCan } from '@cartouche/react'
import { Button, Group } from '@mantine/core'
import { IconCode } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { loadPart } from '../../connection/load-part.ts'
import { SimilarLink } from '../similar-pictures/similar-link.tsx'
import classes from '../asset-details/asset-details.module.css'

const EmbedDialog = lazy(async () => ({
  default: (await loadPart(() => import('../embed-dialog/embed-dialog.tsx'))).EmbedDialog,
}))

/**
 * What can be done with an asset beside its workflow: showing it on other sites, and finding what looks like
 * it. Each for who may; the row is as high before that is known.
 */
export function AssetActions({ asset }: { readonly asset: Asset }) {
  const mayEmbed = useCan('asset/embed')
  const maySearch = useCan('asset/reverseSearch')
  return mayEmbed || maySearch ? (
    <section className={classes.section}>
      <Group gap="xs" mih={30}>
        {mayEmbed && <EmbedButton asset={asset} />}
        {maySearch && <SimilarLink asset={asset} size="compact-md" />}
      </Group>
    </section>
  ) : null
}

function EmbedButton({ asset }: { readonly asset: Asset }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconCode size={16} stroke={1.7} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        <FormattedMessage id="embedDialog.open" />
      </Button>
      {opened && (
        <Suspense>
          <EmbedDialog asset={asset} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
