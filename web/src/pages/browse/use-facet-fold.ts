import { useState } from 'react'
import { useViewSetting } from '../../components/view-settings/use-view-setting.ts'

/** Whether a facet is folded: as the person left it, or else while there is nothing to choose between. */
export interface FacetFold {
  /** Whether its values are read: not while the person keeps it folded. */
  readonly isRead: boolean
  readonly isFolded: boolean
  /** The person folds or unfolds it, and finds it so from then on. */
  readonly setFolded: (folded: boolean) => void
  /** Says whether what was found leaves nothing to choose between. */
  readonly setBare: (isBare: boolean) => void
}

/** The fold of the facet of a field. */
export function useFacetFold(field: string): FacetFold {
  const setting = `facet-closed-${field}`
  const [isBare, setBare] = useState(false)
  const [isKeptFolded, setFolded] = useViewSetting<boolean>(setting, false)
  const [isFolded] = useViewSetting<boolean>(setting, isBare)
  return { isRead: !isKeptFolded, isFolded, setFolded, setBare }
}
