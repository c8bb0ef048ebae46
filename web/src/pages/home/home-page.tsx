import { useCan } from '@cartouche/react'
import { Stack, Title } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { FrameSearch } from '../../components/frame/frame-search.tsx'
import { MyCarts } from './my-carts.tsx'
import { RecentAssets } from './recent-assets.tsx'
import { RecentSearches } from './recent-searches.tsx'
import classes from './home.module.css'

/** Where the day starts: the search, what was added last, the own searches and carts. */
export function HomePage() {
  const canCart = useCan('cart/view')
  return (
    <Stack className={classes.page} gap={32}>
      <section className={classes.search}>
        <Title order={1} mb="md">
          <FormattedMessage id="home.title" />
        </Title>
        <FrameSearch big />
      </section>
      <RecentAssets />
      {canCart && <MyCarts />}
      {/* Last: who has no searches has nothing here, and nothing moves when they come. */}
      <RecentSearches />
    </Stack>
  )
}
