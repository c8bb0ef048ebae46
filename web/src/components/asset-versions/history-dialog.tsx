import { calls, readsOf, type Asset, type AssetFieldEdit } from '@cartouche/client'
import { useClient, useRead, useSchema } from '@cartouche/react'
import { Alert, Button, Group, Modal, Skeleton, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconRestore } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { fieldText } from '../asset-details/field-text.ts'
import { offerUndo } from '../undo/offer-undo.tsx'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import classes from './asset-versions.module.css'

const assetPath = 'dam/data/asset'

/** What was changed of the fields of an asset, the latest first, each with the way back. */
export function HistoryDialog({ asset, onClose }: { readonly asset: Asset; readonly onClose: () => void }) {
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={<FormattedMessage id="history.title" values={{ name: asset.name }} />}
    >
      {/* Its buttons are still being loaded: without this, the cross would have the focus. */}
      <div tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
        <Edits asset={asset} />
      </div>
    </Modal>
  )
}

function Edits({ asset, before }: { readonly asset: Asset; readonly before?: number }) {
  const intl = useIntl()
  const { data, error } = useRead(
    calls.listFieldEdits,
    { object: 'asset', id: String(asset.id), ...(before === undefined ? {} : { before }) },
    { freshMs: 0 },
  )
  const [showsMore, setShowsMore] = useState(false)
  if (error !== null && data === undefined)
    return (
      <Alert color="red" role="alert">
        {errorText(intl, error)}
      </Alert>
    )
  if (data === undefined) return <Skeleton height={120} />
  return (
    <>
      {data.edits.length === 0 && before === undefined && (
        <Text c="dimmed" fz="sm">
          <FormattedMessage id="history.none" />
        </Text>
      )}
      <ul className={classes.changes}>
        {data.edits.map((edit) => (
          <Edit key={edit.id} asset={asset} edit={edit} />
        ))}
      </ul>
      {data.next !== null &&
        (showsMore ? (
          <Edits asset={asset} before={data.next} />
        ) : (
          <Group justify="center" mt="sm">
            <Button variant="default" onClick={() => setShowsMore(true)}>
              <FormattedMessage id="action.showMore" />
            </Button>
          </Group>
        ))}
    </>
  )
}

function Edit({ asset, edit }: { readonly asset: Asset; readonly edit: AssetFieldEdit }) {
  const intl = useIntl()
  const client = useClient()
  const schema = useSchema(assetPath)
  const [busy, setBusy] = useState(false)
  const { field, by, at, names } = edit
  const header = schema.fields[field]
  const label = header?.name ?? field
  const show = (value: unknown) => {
    const linked = Array.isArray(value) && names
    const links = linked ? value.map((id) => ({ id: Number(id), name: names[String(id)] })) : value
    const text = header ? fieldText(intl, field, header, links) : JSON.stringify(value ?? '')
    return text === '' ? intl.formatMessage({ id: 'history.empty' }) : text
  }
  const write = async (value: unknown): Promise<void> => {
    const single = header?.type === 'object' && Array.isArray(value) ? ((value[0] as number) ?? null) : value
    // As it was written down: a text is that of its own language, whichever the person reads in.
    const json = { [field]: single }
    await client.call(calls.patchEntity, { path: assetPath, id: asset.id, json, i18n: false })
    await client.entities.fetch(assetPath, asset.id, { withRights: true })
    readsOf(client).invalidate(calls.listFieldEdits)
  }
  const fail = (error: unknown) => notifications.show({ color: 'red', message: errorText(intl, error) })
  const restore = async (): Promise<void> => {
    setBusy(true)
    try {
      // What stands there now is the latest change of this field, whichever is taken back.
      const { edits } = await client.call(calls.listFieldEdits, {
        object: 'asset',
        id: String(asset.id),
        field,
        max: 1,
      })
      await write(edit.from)
      offerUndo(intl.formatMessage({ id: 'history.restored' }, { field: label }), () => {
        write(edits[0]?.to ?? null).catch(fail)
      })
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className={classes.change}>
      <div className={classes.text}>
        <Text fz="sm" fw={550}>
          {label}
        </Text>
        <Text fz="sm" className={classes.value}>
          <FormattedMessage id="history.fromTo" values={{ from: show(edit.from), to: show(edit.to) }} />
        </Text>
        <Text fz="xs" c="dimmed">
          {by && `${by.name} · `}
          <FormattedDate value={at} dateStyle="medium" timeStyle="short" />
        </Text>
      </div>
      <Button
        size="compact-sm"
        variant="default"
        flex="none"
        loading={busy}
        leftSection={<IconRestore size={14} stroke={1.7} aria-hidden />}
        aria-label={intl.formatMessage(
          { id: 'history.restore.name' },
          { field: label, value: show(edit.from) },
        )}
        onClick={() => void restore()}
      >
        <FormattedMessage id="history.restore" />
      </Button>
    </li>
  )
}
