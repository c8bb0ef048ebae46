import type { EntityData } from '@cartouche/client'
import { Progress, Stack, Tabs, Text, Title } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { Entries } from '../../components/entries/entries.tsx'
import { ResourceSettings } from './resource-settings.tsx'
import { SchemaFields } from './schema-fields.tsx'
import { labelOf, pathOfSchema, useProjection } from './use-schema-records.ts'
import classes from './administration.module.css'

interface SchemaViewProps {
  readonly schema: EntityData
  readonly schemas: readonly EntityData[]
}

/** Resources whose entries have rooms of their own. */
const elsewhere: ReadonlySet<string> = new Set(['user', 'role', 'application', 'schema', 'schemafield'])

/** One resource: its fields, its entries and itself; and how far the search follows a change. */
export function SchemaView({ schema, schemas }: SchemaViewProps) {
  const { view } = useSearch({ from: '/frame/administration' })
  const navigate = useNavigate()
  const intl = useIntl()
  const name = schema.name ?? ''
  const hasEntries = name !== 'asset' && !elsewhere.has(name)
  const tab = view === 'settings' || (view === 'entries' && hasEntries) ? view : 'fields'
  return (
    <section className={classes.fields} aria-label={labelOf(schema, intl.locale)}>
      <div className={classes.head}>
        <Title order={1} fz="lg">
          {labelOf(schema, intl.locale)}
        </Title>
        {name === 'asset' && (
          <Link to="/browse" className={classes.browse}>
            <FormattedMessage id="administration.browse" />
          </Link>
        )}
      </div>
      <Tabs
        value={tab}
        keepMounted={false}
        className={classes.tabs}
        onChange={(value) =>
          void navigate({
            to: '/administration',
            search: {
              section: 'schemas',
              resource: name,
              ...(value === null || value === 'fields' ? {} : { view: value }),
            },
          })
        }
      >
        <Tabs.List px="md">
          <Tabs.Tab value="fields">
            <FormattedMessage id="administration.tab.fields" />
          </Tabs.Tab>
          {hasEntries && (
            <Tabs.Tab value="entries">
              <FormattedMessage id="administration.tab.entries" />
            </Tabs.Tab>
          )}
          <Tabs.Tab value="settings">
            <FormattedMessage id="administration.tab.settings" />
          </Tabs.Tab>
        </Tabs.List>
        <Projection schemaId={schema.id} />
        <Tabs.Panel value="fields" className={classes.panel}>
          <SchemaFields schema={schema} schemas={schemas} />
        </Tabs.Panel>
        {hasEntries && (
          <Tabs.Panel value="entries" className={classes.panel}>
            <Entries path={pathOfSchema(schema)} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="settings" className={classes.panel}>
          <ResourceSettings schema={schema} schemas={schemas} />
        </Tabs.Panel>
      </Tabs>
    </section>
  )
}

function Projection({ schemaId }: { readonly schemaId: number }) {
  const intl = useIntl()
  const { projection } = useProjection(schemaId)
  if (projection?.state !== 'running') return null
  return (
    <Stack gap={4} px="md" py="xs" aria-live="polite">
      <Text fz="sm">
        <FormattedMessage
          id="administration.projection"
          values={{ done: projection.done, total: projection.total }}
        />
      </Text>
      <Progress
        value={projection.total === 0 ? 0 : (100 * projection.done) / projection.total}
        aria-label={intl.formatMessage({ id: 'editMany.progress' })}
      />
    </Stack>
  )
}
