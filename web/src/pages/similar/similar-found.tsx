import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { AddressParams } from '../../address/search-params.ts'
import { SimilarList, SimilarSkeletons } from './similar-list.tsx'
import type { SimilarPicture } from './use-similar.ts'

interface SimilarFoundProps {
  /** Undefined while they are being read. */
  readonly pictures: readonly SimilarPicture[] | undefined
  /** The address of the list. */
  readonly search: AddressParams
  /** What stands where nothing was found. */
  readonly none: ReactNode
}

/** How many pictures were found, and which. */
export function SimilarFound({ pictures, search, none }: SimilarFoundProps) {
  if (pictures === undefined) return <SimilarSkeletons />
  if (pictures.length === 0) return none
  return (
    <>
      <Text fz="sm" c="dimmed" mb="sm" aria-live="polite">
        <FormattedMessage id="similar.count" values={{ count: pictures.length }} />
      </Text>
      <SimilarList pictures={pictures} search={search} />
    </>
  )
}
