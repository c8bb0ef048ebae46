import { calls } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { NavLink, Skeleton, Stack, Title } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { Entries } from '../../components/entries/entries.tsx'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { listName } from '../../components/entries/list-name.ts'
import { NoPermission } from '../../components/no-permission/no-permission.tsx'
import classes from './vocabularies.module.css'

/** What a person may have been granted on a vocabulary. */
const scopes = ['insert', 'objectactions/multiupdate', 'objectactions/delete']

/**
 * Keywords, collections and the other vocabularies that a person may change: their names at the left, the
 * entries of one at the right.
 */
export function VocabulariesPage() {
  const intl = useIntl()
  const { resource: wanted } = useSearch({ from: '/frame/vocabularies' })
  const { data, status, error } = useRead(calls.listResources, { path: 'dam', rscSecurity: scopes })
  const all =
    data?.response.data.filter(
      ({ resource, $security }) => resource !== 'asset' && Object.values($security).some(Boolean),
    ) ?? []
  const resources = all.toSorted((a, b) => Number(b.tree) - Number(a.tree))
  if (status === 'error') return <ErrorViewOf error={error} />
  if (data === null || data === undefined)
    return (
      <Stack p="md">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} h={32} />
        ))}
      </Stack>
    )
  if (resources.length === 0)
    return <NoPermission what={<FormattedMessage id="noPermission.vocabularies" />} />
  const current = wanted === undefined ? resources[0] : resources.find(({ resource }) => resource === wanted)
  return (
    <div className={classes.page}>
      <nav className={classes.names} aria-label={intl.formatMessage({ id: 'nav.vocabularies' })}>
        {resources.map(({ resource, name }) => (
          <NavLink
            key={resource}
            className={classes.name}
            active={resource === current?.resource}
            aria-current={resource === current?.resource ? 'page' : undefined}
            label={listName(intl, resource, name)}
            renderRoot={(props) => <Link to="/vocabularies" search={{ resource }} {...props} />}
          />
        ))}
      </nav>
      {current === undefined ? (
        <NoPermission what={<FormattedMessage id="noPermission.vocabulary" />} />
      ) : (
        <div className={classes.entries}>
          <Title order={1} fz="lg" className={classes.title}>
            {listName(intl, current.resource, current.name)}
          </Title>
          <Entries key={current.path} path={current.path} />
        </div>
      )}
    </div>
  )
}
