import { useCan } from '@cartouche/react'
import { Stack, VisuallyHidden } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { MyCarts } from './my-carts.tsx'
import { RecentAssets } from './recent-assets.tsx'
import { RecentSearches } from './recent-searches.tsx'
import classes from './home.module.css'

/** Where the day starts: what was added last, the own searches and carts. */
export function HomePage() {
  const canCart = useCan('cart/view')
  return (
    <Stack className={classes.page} gap={32}>
      <VisuallyHidden component="h1">
        <FormattedMessage id="home.title" />
      </VisuallyHidden>
      <RecentAssets />
      {canCart && <MyCarts />}
      {/* Last: whoever has no searches has nothing here, and nothing moves when they come. */}
      <RecentSearches />
    </Stack>
  )
}
