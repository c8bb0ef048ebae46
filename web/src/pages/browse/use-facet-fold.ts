import { useCallback, useState } from 'react'
import { useViewSetting } from '../../components/view-settings/use-view-setting.ts'

/** Whether a facet is folded, by the person or because its first answer left nothing to choose between. */
export interface FacetFold {
  /** Whether its values are read: not while the person keeps it folded. */
  readonly isRead: boolean
  readonly isFolded: boolean
  /** The person folds or unfolds it, and finds it so from then on. */
  readonly setFolded: (folded: boolean) => void
  /**
   * Says whether its first answer leaves nothing to choose between. Later answers change nothing: facets
   * must not move under the pointer while the list is narrowed.
   */
  readonly judge: (isBare: boolean) => void
}

/** The fold of a facet of which `chosenCount` values are chosen: what is chosen is always seen at first. */
export function useFacetFold(field: string, chosenCount: number): FacetFold {
  const [judged, setJudged] = useState<boolean | null>(null)
  const setting = `facet-closed-${field}`
  const [isKeptFolded, setFolded] = useViewSetting<boolean>(setting, false)
  const [isFolded] = useViewSetting<boolean>(setting, judged === true)
  const judge = useCallback(
    (isBare: boolean) => setJudged((before) => before ?? (isBare && chosenCount === 0)),
    [chosenCount],
  )
  return { isRead: !isKeptFolded, isFolded, setFolded, judge }
}
