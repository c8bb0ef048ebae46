import { useClient } from '@cartouche/react'
import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowsExchange, IconBookmark } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { browseDefinition } from '../../../address/browse-cursor.ts'
import { readBrowseAddress } from '../../../address/browse-address.ts'
import { SaveSearchDialog } from '../../../components/saved-searches/save-search-dialog.tsx'
import { SynonymDialog } from '../synonyms/synonym-dialog.tsx'

/** The cursor that has what is saved; nothing is asked by it. */
const cursorName = 'searched words'

/** What a search that found nothing leads to: a synonym, for whoever may add one, or a saved search. */
export function NotFoundActions({ words }: { readonly words: string }) {
  const intl = useIntl()
  const client = useClient()
  const [opened, setOpened] = useState<'synonym' | 'search' | null>(null)
  const save = (): void => {
    const state = readBrowseAddress({ q: words }, 'grid')
    client.cursors.register({ ...browseDefinition(state), name: cursorName })
    setOpened('search')
  }
  return (
    <Group gap={4} ml={-8}>
      {client.session.can('synonym/update') && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconArrowsExchange size={14} stroke={1.7} aria-hidden />}
          aria-label={intl.formatMessage({ id: 'usage.notFound.synonymFor' }, { words })}
          onClick={() => setOpened('synonym')}
        >
          <FormattedMessage id="usage.notFound.synonym" />
        </Button>
      )}
      {client.session.can('savedsearch/create') && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconBookmark size={14} stroke={1.7} aria-hidden />}
          aria-label={intl.formatMessage({ id: 'usage.notFound.saveFor' }, { words })}
          onClick={save}
        >
          <FormattedMessage id="usage.notFound.save" />
        </Button>
      )}
      {opened === 'synonym' && (
        <SynonymDialog synonym={null} words={[words]} onClose={() => setOpened(null)} />
      )}
      {opened === 'search' && (
        <SaveSearchDialog
          cursorName={cursorName}
          suggestion={words}
          onClose={() => setOpened(null)}
          onSaved={({ name }) => {
            setOpened(null)
            notifications.show({ message: intl.formatMessage({ id: 'usage.notFound.saved' }, { name }) })
          }}
        />
      )}
    </Group>
  )
}
