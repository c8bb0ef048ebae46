import { MantineProvider } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { themeIn } from './theme.ts'

/** Gives the application its look, light or dark as the person or their system prefers. */
export function Themed({ children }: { readonly children: ReactNode }) {
  const intl = useIntl()
  const theme = useMemo(() => themeIn(intl), [intl])
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  )
}
