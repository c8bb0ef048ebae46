import { useCallback, useEffect, useEffectEvent } from 'react'
import {
  importCommandsOf,
  importItemsOf,
  importsOf,
  importWordsOf,
  importWorkflowsOf,
  type ImportCommandsSnapshot,
  type ImportItemSnapshot,
  type ImportJobListSnapshot,
  type ImportJobSnapshot,
  type ImportListDefinition,
  type ImportWords,
  type ImportWorkflow,
  type CachedAnswer,
  type UploadQueueSnapshot,
} from '@cartouche/client'
import { useClient } from './provider.tsx'
import { useKey, useReadable } from './use-readable.ts'

const allImports: ImportListDefinition = { name: 'imports' }

/**
 * The imports that the user can see, or those of a list of their own, read when the component comes and when
 * the list asks something else.
 */
export function useImportJobs(definition: ImportListDefinition = allImports): ImportJobListSnapshot {
  const imports = importsOf(useClient())
  const load = useEffectEvent(() => {
    imports.registerList(definition)
    imports.fetchJobs(definition.name).catch(() => undefined)
  })
  const question = JSON.stringify(definition)
  useEffect(() => load(), [imports, question])
  return useKey(imports.lists, definition.name)
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

/** An item of an import as the asset that it would become, once `importItemsOf(client).fetch` has read it. */
export function useImportItem(itemId: number): ImportItemSnapshot {
  return useKey(importItemsOf(useClient()), String(itemId))
}

/**
 * What is done and was done with the items of an import, by everybody, read when the component comes and as
 * `when` changes.
 */
export function useImportCommands(jobId: number, when: unknown = null): ImportCommandsSnapshot {
  const commands = importCommandsOf(useClient())
  useEffect(() => void commands.fetch(jobId), [commands, jobId, when])
  return useKey(commands, String(jobId))
}

/** Completions of the last word of what is typed to search in an import. */
export function useImportWords(jobId: number): ImportWords & { readonly suggest: (input: string) => void } {
  const words = importWordsOf(useClient())
  const suggest = useCallback(
    (input: string) => void words.suggest(jobId, input).catch(() => undefined),
    [words, jobId],
  )
  return { ...useKey(words, String(jobId)), suggest }
}

/** The workflow actions of items, read when the first component comes. */
export function useImportWorkflows(): CachedAnswer<readonly ImportWorkflow[]> {
  const workflows = importWorkflowsOf(useClient())
  useEffect(() => {
    workflows.resolve().catch(() => undefined)
  }, [workflows])
  return useReadable(workflows)
}
