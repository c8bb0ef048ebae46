import { useConfig } from '@cartouche/react'
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { BrandMark } from '../../components/brand/brand-mark.tsx'
import { brandGround, brandSurface } from '../../components/brand/brand-ground.ts'
import { LanguageSwitch } from './language-switch.tsx'
import classes from './share.module.css'

/** A page with one thing on it, under the name of the organisation. */
export function CalmPage({ children }: { readonly children: ReactNode }) {
  const organisation = useConfig().data?.organisation
  return (
    <main className={classes.calm} style={brandGround}>
      <div className={classes.brand} style={brandSurface}>
        <BrandMark size={36} />
        <Text fw={600}>{organisation}</Text>
      </div>
      <Stack
        className={classes.calmBody}
        style={{ ...brandSurface, alignSelf: 'start' }}
        gap="md"
        align="center"
      >
        {children}
      </Stack>
      <LanguageSwitch />
    </main>
  )
}
