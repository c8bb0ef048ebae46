import { useCan } from '@cartouche/react'
import { useSearch } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { ErrorView } from '../../components/error-view/error-view.tsx'
import { DropAnywhere } from './drop-anywhere.tsx'
import { ImportStart } from './import-start.tsx'
import { ImportJobView } from './import-job-view.tsx'
import { useTakeFiles } from './use-take-files.ts'

/**
 * Imports: where to start one and the earlier ones; one import where the address names it (`?job=12`). Files
 * are dropped anywhere. Closed to whom may not import.
 */
export function ImportPage() {
  const intl = useIntl()
  if (!useCan('massimportjob/create'))
    return <ErrorView code="access_denied" message={intl.formatMessage({ id: 'error.access_denied' })} />
  return <ImportRoom />
}

function ImportRoom() {
  const { job } = useSearch({ from: '/frame/import' })
  const jobId = typeof job === 'string' && /^\d{1,15}$/.test(job) ? Number(job) : null
  const files = useTakeFiles(jobId)
  return (
    <>
      {jobId === null ? (
        <ImportStart files={files} />
      ) : (
        <ImportJobView key={jobId} jobId={jobId} files={files} />
      )}
      <DropAnywhere onFiles={(dropped) => void files.take(dropped)} />
    </>
  )
}
