import type { SharedCart } from '@cartouche/contract'
import { Select } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'

/**
 * The files that a visitor takes of a link that gives some alone: `profile`, and where there is one, the
 * choice; both undefined where the link gives all.
 */
export function useGivenFiles({ profiles }: SharedCart): {
  readonly profile: string | undefined
  readonly choice: ReactNode
} {
  const intl = useIntl()
  const [chosen, setChosen] = useState<string | null>(null)
  const profile = profiles?.find(({ code }) => code === chosen)?.code ?? profiles?.[0]?.code
  if (profiles === null || profiles.length < 2 || profile === undefined) return { profile, choice: undefined }
  const choice = (
    <Select
      size="md"
      w={{ base: '100%', xs: 300 }}
      styles={{ input: { textOverflow: 'ellipsis' } }}
      aria-label={intl.formatMessage({ id: 'downloadDialog.profile' })}
      value={profile}
      allowDeselect={false}
      onChange={setChosen}
      data={profiles.map(({ code, name }) => ({ value: code, label: name }))}
    />
  )
  return { profile, choice }
}
