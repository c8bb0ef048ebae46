import { entityKey, marksOf, type MarksSnapshot } from '@cartouche/client'
import { useEffect } from 'react'
import { useClient } from './provider.tsx'
import { useKey } from './use-readable.ts'

/** The marks of an entity, read when they are first shown. Setting them: `marksOf(useClient())`. */
export function useMarks(path: string, id: number): MarksSnapshot {
  const marks = marksOf(useClient())
  useEffect(() => marks.load(path, [id]), [marks, path, id])
  return useKey(marks, entityKey(path, id))
}
