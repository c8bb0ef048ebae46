import { useCan } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { NoPermission } from '../../components/no-permission/no-permission.tsx'
import { takeSharedFiles } from '../../offline/shared-files.ts'
import { DropAnywhere } from '../../components/file-choosers/drop-anywhere.tsx'
import { ImportStart } from './import-start.tsx'
import { ImportJobView } from './import-job-view.tsx'
import { useTakeFiles, type TakeFiles } from './use-take-files.ts'

/**
 * Imports: where to start one and the earlier ones; one import where the address names it (`?job=12`). Files
 * are dropped anywhere. Closed to whom may not import.
 */
export function ImportPage() {
  if (!useCan('massimportjob/create'))
    return <NoPermission what={<FormattedMessage id="noPermission.import" />} />
  return <ImportRoom />
}

function ImportRoom() {
  const { job, shared } = useSearch({ from: '/frame/import' })
  const jobId = typeof job === 'string' && /^\d{1,15}$/.test(job) ? Number(job) : null
  const files = useTakeFiles(jobId)
  // The focus was on what led from the page before to this import.
  const [firstId] = useState(jobId)
  useTakeSharedFiles(shared !== undefined, files)
  return (
    <>
      {jobId === null ? (
        <ImportStart files={files} />
      ) : (
        <ImportJobView key={jobId} jobId={jobId} files={files} takesFocus={jobId !== firstId} />
      )}
      <DropAnywhere text="import.drop.overlay" onFiles={(dropped) => void files.take(dropped)} />
    </>
  )
}

/** Takes what another app on this device has shared with the application, once the address says so. */
function useTakeSharedFiles(isShared: boolean, { take, maxSizeBytes }: TakeFiles): void {
  const intl = useIntl()
  const navigate = useNavigate()
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  // How large a file may be is known first.
  const isReady = isShared && maxSizeBytes !== undefined
  useEffect(() => {
    if (!isReady) return
    const takeShared = async (): Promise<void> => {
      const shared = await takeSharedFiles()
      await navigate({ to: '/import', replace: true })
      if (shared.length === 0)
        notifications.show({ color: 'yellow', message: intl.formatMessage({ id: 'import.shared.none' }) })
      else await latest.current(shared)
    }
    void takeShared()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for an address
  }, [isReady])
}
