import { Button, NavLink, Skeleton, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { AddResourceDialog } from './add-resource-dialog.tsx'
import { SchemaView } from './schema-view.tsx'
import { useCurrentInView } from './use-current-in-view.ts'
import { labelOf, useSchemaRecords } from './use-schema-records.ts'
import classes from './administration.module.css'

/** What the library describes its entities by: resources at the left, one of them at the right. */
export function SchemasSection() {
  const intl = useIntl()
  const { resource } = useSearch({ from: '/frame/administration' })
  const wanted = typeof resource === 'string' ? resource : 'asset'
  const { data, hasData, status, error, actions } = useSchemaRecords()
  const [adding, setAdding] = useState(false)
  const list = useCurrentInView(hasData ? wanted : undefined)
  if (!hasData)
    return status === 'error' ? (
      <ErrorViewOf error={error} onRetry={actions.refresh} />
    ) : (
      <Stack p="md">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} h={32} />
        ))}
      </Stack>
    )
  const schema = data.find(({ name }) => name === wanted)
  return (
    <div className={classes.page}>
      <nav
        ref={list}
        className={classes.resources}
        aria-label={intl.formatMessage({ id: 'administration.resources' })}
      >
        {data.map((one) => (
          <NavLink
            key={one.id}
            className={classes.resource}
            active={one === schema}
            aria-current={one === schema ? 'page' : undefined}
            label={labelOf(one, intl.locale)}
            description={one.name}
            renderRoot={(props) => (
              <Link
                to="/administration"
                search={{ section: 'schemas', resource: one.name ?? '' }}
                {...props}
              />
            )}
          />
        ))}
        <Button
          variant="subtle"
          size="sm"
          className={classes.addResource}
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          <FormattedMessage id="administration.resource.add" />
        </Button>
      </nav>
      {schema === undefined ? (
        <Text p="lg">
          <FormattedMessage id="administration.unknown" values={{ name: wanted }} />
        </Text>
      ) : (
        <SchemaView key={schema.id} schema={schema} schemas={data} />
      )}
      {adding && <AddResourceDialog onClose={() => setAdding(false)} />}
    </div>
  )
}
