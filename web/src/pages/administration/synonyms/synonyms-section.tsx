import { calls, readsOf } from '@cartouche/client'
import type { Synonym } from '@cartouche/contract'
import { useClient, useRead } from '@cartouche/react'
import { ActionIcon, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorViewOf } from '../../../components/error-view/error-view.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import classes from '../profiles/profiles.module.css'
import { SynonymDialog } from './synonym-dialog.tsx'
import { synonymName } from './synonym-name.ts'

interface Asked {
  readonly what: 'edit' | 'delete'
  readonly synonym: Synonym | null
}

/** Words that mean the same in a search: added, changed, deleted. */
export function SynonymsSection() {
  const reads = readsOf(useClient())
  const { data, error } = useRead(calls.listSynonyms, {}, { freshMs: 0 })
  const [asked, setAsked] = useState<Asked | null>(null)
  const add = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
      onClick={() => setAsked({ what: 'edit', synonym: null })}
    >
      <FormattedMessage id="synonyms.add" />
    </Button>
  )
  return (
    <section className={classes.profiles} aria-labelledby="synonyms-title">
      <Group className={classes.head} justify="space-between">
        <div>
          <Title order={1} fz="lg" id="synonyms-title">
            <FormattedMessage id="administration.section.synonyms" />
          </Title>
          <Text fz="sm" c="dimmed">
            <FormattedMessage id="synonyms.intro" />
          </Text>
        </div>
        {add}
      </Group>
      {error !== null && data === undefined ? (
        <ErrorViewOf error={error} onRetry={() => reads.invalidate(calls.listSynonyms)} />
      ) : data === undefined ? (
        <Stack p={16}>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} h={40} />
          ))}
        </Stack>
      ) : data.length === 0 ? (
        <Text p={16} c="dimmed">
          <FormattedMessage id="synonyms.none" />
        </Text>
      ) : (
        <ul className={classes.list}>
          {data.map((synonym) => (
            <SynonymRow key={synonym.id} synonym={synonym} onAsk={(what) => setAsked({ what, synonym })} />
          ))}
        </ul>
      )}
      {asked?.what === 'edit' && <SynonymDialog synonym={asked.synonym} onClose={() => setAsked(null)} />}
      {asked?.what === 'delete' && asked.synonym && (
        <DeleteDialog synonym={asked.synonym} onClose={() => setAsked(null)} />
      )}
    </section>
  )
}

interface SynonymRowProps {
  readonly synonym: Synonym
  readonly onAsk: (what: Asked['what']) => void
}

function SynonymRow({ synonym, onAsk }: SynonymRowProps) {
  const intl = useIntl()
  const name = synonymName(synonym)
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={550} className={classes.name}>
          {name}
        </Text>
        <Text fz="sm" c="dimmed">
          <FormattedMessage id={synonym.from.length > 0 ? 'synonyms.oneWay' : 'synonyms.twoWay'} />
        </Text>
      </div>
      <ActionIcon
        aria-label={intl.formatMessage({ id: 'synonyms.edit' }, { name })}
        onClick={() => onAsk('edit')}
      >
        <IconPencil size={17} stroke={1.7} />
      </ActionIcon>
      <ActionIcon
        aria-label={intl.formatMessage({ id: 'synonyms.delete' }, { name })}
        onClick={() => onAsk('delete')}
      >
        <IconTrash size={17} stroke={1.7} />
      </ActionIcon>
    </li>
  )
}

function DeleteDialog({ synonym, onClose }: { readonly synonym: Synonym; readonly onClose: () => void }) {
  const intl = useIntl()
  const client = useClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const name = synonymName(synonym)
  const remove = async (): Promise<void> => {
    setBusy(true)
    try {
      await client.call(calls.deleteSynonym, { id: synonym.id })
      readsOf(client).invalidate(calls.listSynonyms)
      notifications.show({ message: intl.formatMessage({ id: 'synonyms.deleted' }, { name }) })
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      title={<FormattedMessage id="synonyms.delete.title" values={{ name }} />}
      label={<FormattedMessage id="synonyms.delete.confirm" />}
      busy={busy}
      failure={failure}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <Text>
        <FormattedMessage id="synonyms.delete.text" />
      </Text>
    </ConfirmDialog>
  )
}
