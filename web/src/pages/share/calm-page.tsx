import { useConfig } from '@cartouche/react'
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { LanguageSwitch } from './language-switch.tsx'
import classes from './share.module.css'

/** A page with one thing on it, under the name of the organisation. */
export function CalmPage({ children }: { readonly children: ReactNode }) {
  const organisation = useConfig().data?.organisation
  return (
    <main className={classes.calm}>
      <div className={classes.brand}>
        <img src="/mark.svg" alt="" width={36} height={36} />
        <Text fw={600}>{organisation}</Text>
      </div>
      <Stack className={classes.calmBody} gap="md" align="center">{children}</Stack>
      <LanguageSwitch />
    </main>
  )
}
