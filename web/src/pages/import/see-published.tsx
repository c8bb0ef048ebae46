import type { ImportJobSnapshot } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { assetPath } from '../../address/browse-cursor.ts'
import { takeLostFocus } from '../../components/empty-state/take-lost-focus.ts'
import { useAssetActions } from '../../components/asset-actions/action-context.ts'

interface SeePublishedProps {
  readonly job: ImportJobSnapshot
  /** Whether nothing else is left to do. */
  readonly isDone: boolean
}

/**
 * The ways to what an import has become: assets are in Browse; entries of other resources among the records,
 * for those who may open these.
 */
export function SeePublished({ job, isDone }: SeePublishedProps) {
  const { session } = useClient()
  // What has just been published is counted before it is known what each became.
  const made = new Set(job.validated.flatMap(({ asset }) => (asset ? [asset.$resource] : [])))
  const others = (job.job?.itemResources ?? []).filter(
    ({ resource }) => resource !== 'asset' && made.has(resource),
  )
  const actions = useAssetActions()
  const cull = (): void => {
    const search = { path: assetPath, query: { importjob: job.id }, orderby: 'createdat asc' }
    actions.run('cull', { assets: [], results: { search, total: job.validated.length }, place: {} })
  }
  const variant = isDone ? 'filled' : 'default'
  return (
    <>
      {(made.has('asset') || job.validated.length === 0) && (
        <>
          <Button
            ref={isDone ? takeLostFocus : undefined}
            variant={variant}
            renderRoot={(props) => (
              <Link to="/browse" search={{ 'is.importjob': String(job.id) }} {...props} />
            )}
          >
            <FormattedMessage id="import.done.see" />
          </Button>
          {isDone && job.validated.length > 1 && (
            <Button variant="default" onClick={cull}>
              <FormattedMessage id="assetActions.cull" />
            </Button>
          )}
        </>
      )}
      {session.can('schemafield/update') &&
        others.map(({ resource, label }) => (
          <Button
            key={resource}
            variant={variant}
            renderRoot={(props) => (
              <Link
                to="/administration"
                search={{ section: 'data', resource, order: 'createdat desc' }}
                {...props}
              />
            )}
          >
            <FormattedMessage id="import.done.records" values={{ name: label }} />
          </Button>
        ))}
    </>
  )
}
