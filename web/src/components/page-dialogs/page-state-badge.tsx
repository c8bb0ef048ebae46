import { Badge } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import type { TextId } from '../../translations/texts.ts'

const looks = {
  draft: { color: 'gray', text: 'pages.state.draft' },
  submitted: { color: 'yellow', text: 'pages.state.submitted' },
  published: { color: 'green', text: 'pages.state.published' },
  changed: { color: 'yellow', text: 'pages.state.changed' },
  copy: { color: 'yellow', text: 'pages.state.copy' },
  archived: { color: 'gray', text: 'pages.state.archived' },
} as const satisfies Readonly<Record<string, { readonly color: string; readonly text: TextId }>>

/** Where a page is on its way from a draft to its readers. */
export function PageStateBadge({ state }: { readonly state: keyof typeof looks }) {
  const { color, text } = looks[state]
  return (
    <Badge size="sm" variant="light" radius="sm" color={color} fw={500} c="var(--mantine-color-text)">
      <FormattedMessage id={text} />
    </Badge>
  )
}
