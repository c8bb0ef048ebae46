import { useSession } from '@cartouche/react'
import { Button, Skeleton, Stack } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../connection/client.ts'
import { ErrorBoundary } from '../../components/error-view/error-boundary.tsx'
import { NoPermission } from '../../components/no-permission/no-permission.tsx'
import { SectionLinks } from './section-links.tsx'
import { sections, type Section } from './sections.ts'
import classes from './administration.module.css'

/**
 * How the library is run: sections by name in the address, the first that the person may enter where it names
 * none of them.
 */
export function AdministrationPage() {
  useSession()
  const { section: wanted } = useSearch({ from: '/frame/administration' })
  const allowed = sections.filter(({ grant }) => [grant].flat().every((one) => client.session.can(one)))
  const known = sections.find(({ name }) => name === wanted)
  const section = known ?? allowed[0]
  if (section === undefined || !allowed.includes(section))
    return <Closed section={section} hasOthers={allowed.length > 0} />
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

function Closed({
  section,
  hasOthers,
}: {
  readonly section: Section | undefined
  readonly hasOthers: boolean
}) {
  const intl = useIntl()
  if (section === undefined || !hasOthers)
    return <NoPermission what={<FormattedMessage id="noPermission.administration" />} />
  const name = intl.formatMessage({ id: section.label })
  return (
    <NoPermission
      what={<FormattedMessage id="noPermission.section" values={{ section: name }} />}
      action={
        <Button component={Link} to="/administration">
          <FormattedMessage id="noPermission.sections" />
        </Button>
      }
    />
  )
}
