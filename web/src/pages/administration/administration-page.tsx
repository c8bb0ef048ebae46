import { useSession } from '@cartouche/react'
import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { FormattedMessage } from 'react-intl'
import { client } from '../../connection/client.ts'
import { ErrorBoundary } from '../../components/error-view/error-boundary.tsx'
import { SectionLinks } from './section-links.tsx'
import { sections } from './sections.ts'
import classes from './administration.module.css'

/**
 * How the library is run: sections by name in the address, the first that the person may enter where none is
 * named.
 */
export function AdministrationPage() {
  useSession()
  const { section: wanted } = useSearch({ from: '/frame/administration' })
  const allowed = sections.filter(({ grant }) => [grant].flat().every((one) => client.session.can(one)))
  const section = wanted === undefined ? allowed[0] : allowed.find(({ name }) => name === wanted)
  if (!section)
    return (
      <Stack p="xl" maw={560}>
        <Title order={1}>
          <FormattedMessage id="nav.administration" />
        </Title>
        <Text>
          <FormattedMessage id="administration.refused" />
        </Text>
      </Stack>
    )
  return (
    <div className={classes.room}>
      <SectionLinks sections={allowed} current={section} />
      <ErrorBoundary resetKey={section.name}>
        <Suspense
          fallback={
            <Stack p="md">
              {[1, 2, 3, 4].map((row) => (
                <Skeleton key={row} h={32} />
              ))}
            </Stack>
          }
        >
          <section.page />
        </Suspense>
      </ErrorBoundary>
    </div>
  )
}
