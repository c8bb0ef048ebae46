import { pagesOf } from '@cartouche/client'
import { useClient, useReadable } from '@cartouche/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../../../components/return-focus/use-return-focus.ts'
import { ChoiceList } from './choice-list.tsx'

interface PagePickerProps {
  readonly onPick: (id: number, name: string) => void
  readonly onClose: () => void
}

/** Chooses a page; one that is not published yet can be linked before it is. */
export function PagePicker({ onPick, onClose }: PagePickerProps) {
  useReturnFocus()
  const intl = useIntl()
  const { pages, hasData } = useReadable(pagesOf(useClient()).list)
  const choices = pages
    .filter(({ copietravail }) => copietravail === null)
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ id, name, path }) => ({
      key: String(id),
      name,
      hint: path === '' ? intl.formatMessage({ id: 'pages.noAddress' }) : path,
    }))
  return (
    <ChoiceList
      title={<FormattedMessage id="linkPicker.page.choose" />}
      choices={choices}
      isLoaded={hasData}
      onPick={({ key, name }) => onPick(Number(key), name)}
      onClose={onClose}
    />
  )
}
