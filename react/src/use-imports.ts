import { useEffect } from 'react'
import type { ImportJobListSnapshot, ImportJobSnapshot, UploadQueueSnapshot } from '@cartouche/client'
import { useClient } from './provider.tsx'
import { useKey, useReadable } from './use-readable.ts'

/** The imports that the surfer can see, read when the component comes. */
export function useImportJobs(): ImportJobListSnapshot {
  const { imports } = useClient()
  useEffect(() => {
    imports.fetchJobs().catch(() => undefined)
  }, [imports])
  return useReadable(imports.list)
}

/** One import with its items, followed while the server works on it. Actions: `useClient().imports`. */
export function useImportJob(jobId: number): ImportJobSnapshot {
  const { imports } = useClient()
  useEffect(() => imports.watch(jobId), [imports, jobId])
  return useKey(imports.jobs, String(jobId))
}

/** The uploads of one import. */
export function useUploads(jobId: number): UploadQueueSnapshot {
  return useKey(useClient().imports.uploads, String(jobId))
}
