import type { Asset } from '@cartouche/contract'
import { useCan } from '@cartouche/react'
import { Button } from '@mantine/core'
import { IconCode } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { loadPart } from '../../connection/load-part.ts'
import classes from '../asset-details/asset-details.module.css'

const EmbedDialog = lazy(async () => ({
  default: (await loadPart(() => import('../embed-dialog/embed-dialog.tsx'))).EmbedDialog,
}))

/** Shows an asset on other sites, for who may let it. */
export function AssetEmbeds({ asset }: { readonly asset: Asset }) {
  const [opened, setOpened] = useState(false)
  return useCan('asset/embed') ? (
    <section className={classes.section}>
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
    </section>
  ) : null
}
