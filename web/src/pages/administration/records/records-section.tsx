import { useClient, useSchema } from '@cartouche/react'
import { NavLink, Text } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { listName } from '../../../components/entries/list-name.ts'
import { ErrorViewOf } from '../../../components/error-view/error-view.tsx'
import { useCurrentInView } from '../use-current-in-view.ts'
import { readRecordsAddress, recordsSection } from './record-address.ts'
import { RecordList, RecordSkeletons } from './record-list.tsx'
import { useResources, type ListedResource } from './use-resources.ts'
import administration from '../administration.module.css'

/** Records of every resource that a person may see: resources at the left, those of one at the right. */
export function RecordsSection() {
  const intl = useIntl()
  const { resource: wanted } = useSearch({ from: '/frame/administration', select: readRecordsAddress })
  const { resources, error, retry } = useResources()
  const current = wanted === '' ? resources?.[0] : resources?.find(({ resource }) => resource === wanted)
  const list = useCurrentInView(current?.resource)
  if (error !== null) return <ErrorViewOf error={error} onRetry={retry} />
  if (resources === undefined) return <RecordSkeletons />
  return (
    <div className={administration.page}>
      <nav
        ref={list}
        className={administration.resources}
        aria-label={intl.formatMessage({ id: 'administration.resources' })}
      >
        {resources.map(({ resource, label }) => (
          <NavLink
            key={resource}
            className={administration.resource}
            active={resource === current?.resource}
            aria-current={resource === current?.resource ? 'page' : undefined}
            label={listName(intl, resource, label)}
            renderRoot={(props) => (
              <Link to="/administration" search={{ section: recordsSection, resource }} {...props} />
            )}
          />
        ))}
      </nav>
      {current === undefined ? (
        <Text p="lg">
          <FormattedMessage id="administration.unknown" values={{ name: wanted }} />
        </Text>
      ) : (
        <ResourceRecords
          key={current.path}
          resource={current}
          userPath={resources.find(({ resource }) => resource === 'user')?.path}
        />
      )}
    </div>
  )
}

function ResourceRecords({
  resource,
  userPath,
}: {
  readonly resource: ListedResource
  /** Where people are, who own records; undefined for whom may not see them. */
  readonly userPath: string | undefined
}) {
  const { schemas } = useClient()
  const schema = useSchema(resource.path)
  if (schema.resource !== '') return <RecordList resource={resource} schema={schema} userPath={userPath} />
  return schema.status === 'error' ? (
    <ErrorViewOf
      error={schema.error}
      onRetry={() => void schemas.refresh(resource.path).catch(() => undefined)}
    />
  ) : (
    <RecordSkeletons />
  )
}
