import type { Asset } from '@cartouche/contract'
import { Button } from '@mantine/core'
import { IconPhotoSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { useReverseSearch } from './use-reverse-search.ts'

/** Leads to the pictures that look like that of an asset; nothing for who may not search for it. */
export function SimilarLink({ asset, size }: { readonly asset: Asset; readonly size: 'xs' | 'compact-md' }) {
  return useReverseSearch(asset).submit ? (
    <Button
      size={size}
      variant="default"
      leftSection={<IconPhotoSearch size={16} stroke={1.7} aria-hidden />}
      renderRoot={(props) => <Link to="/similar" search={{ to: String(asset.id) }} {...props} />}
    >
      <FormattedMessage id="similar.title" />
    </Button>
  ) : null
}
