import { useEffect } from 'react'
import {
  importsOf,
  type ImportJobListSnapshot,
  type ImportJobSnapshot,
  type UploadQueueSnapshot,
} from '@cartouche/client'
import { useClient } from './provider.tsx'
import { useKey, useReadable } from './use-readable.ts'

/** The imports that the user can see, read when the component comes. */
export function useImportJobs(): ImportJobListSnapshot {
  const imports = importsOf(useClient())
  useEffect(() => {
    imports.fetchJobs().catch(() => undefined)
  }, [imports])
  return useReadable(imports.list)
}

/** One import with its items, followed while the server works on it. Actions: `importsOf(useClient())`. */
export function useImportJob(jobId: number): ImportJobSnapshot {
  const imports = importsOf(useClient())
  useEffect(() => imports.watch(jobId), [imports, jobId])
  return useKey(imports.jobs, String(jobId))
}

/** The uploads of one import. */
export function useUploads(jobId: number): UploadQueueSnapshot {
  return useKey(importsOf(useClient()).uploads, String(jobId))
}
