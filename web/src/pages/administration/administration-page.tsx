import { useSession } from '@cartouche/react'
import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../connection/client.ts'
import { ErrorBoundary } from '../../components/error-view/error-boundary.tsx'
import { sections, type Section } from './sections.ts'
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

function SectionLinks({
  sections: all,
  current,
}: {
  readonly sections: readonly Section[]
  readonly current: Section
}) {
  const intl = useIntl()
  const links = useRef<HTMLElement>(null)
  // On a phone they are one row that scrolls. What scrolling answers, a promise in newer browsers, is no
  // clean-up of the effect.
  useEffect(() => {
    links.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  if (all.length < 2) return null
  return (
    <nav
      ref={links}
      className={classes.sections}
      aria-label={intl.formatMessage({ id: 'administration.sections' })}
    >
      {all.map(({ name, label, icon: Icon }) => (
        <Link
          key={name}
          to="/administration"
          search={{ section: name }}
          className={classes.section}
          data-current={name === current.name || undefined}
          aria-current={name === current.name ? 'page' : undefined}
        >
          <Icon size={17} stroke={1.6} aria-hidden />
          <FormattedMessage id={label} />
        </Link>
      ))}
    </nav>
  )
}
