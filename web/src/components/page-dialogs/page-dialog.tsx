import { pagesOf, type PageRecord } from '@cartouche/client'
import { useClient, useReadable } from '@cartouche/react'
import { Alert, Modal, Select, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { DialogButtons } from '../dialog-buttons/dialog-buttons.tsx'
import { errorText } from '../../translations/error-text.ts'
import { addressOf, isSameAddress, publicAddress, toAddress } from './page-address.ts'

/** The name and the address of a page that is made, or changed. */
interface PageDialogProps {
  readonly title: ReactNode
  readonly confirm: ReactNode
  readonly name?: string
  readonly path?: string
  /** Pages below which it can stand; without them it stays where it is. */
  readonly parents?: readonly PageRecord[]
  /** The page that has the address already and may. */
  readonly own?: readonly number[]
  readonly onSubmit: (values: {
    readonly name: string
    readonly path: string
    readonly parent: number | undefined
  }) => Promise<void>
  readonly onClose: () => void
}

/** Asks for the name and the address of a page; the address follows the name until somebody writes it. */
export function PageDialog({
  title,
  confirm,
  name: before = '',
  path: pathBefore,
  parents = [],
  own = [],
  onSubmit,
  onClose,
}: PageDialogProps) {
  useReturnFocus()
  const intl = useIntl()
  const { pages } = useReadable(pagesOf(useClient()).list)
  const [name, setName] = useState(before)
  const [typedPath, setPath] = useState(pathBefore)
  const [parent, setParent] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isMissing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const path = typedPath ?? addressOf(name, parents.find(({ id }) => String(id) === parent)?.path)
  const taken = pages.find(
    (page) =>
      toAddress(path) !== '' &&
      page.copietravail === null &&
      !own.includes(page.id) &&
      isSameAddress(page.path, path),
  )
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (name.trim() === '') return setMissing(true)
    setBusy(true)
    setFailure(null)
    try {
      await onSubmit({
        name: name.trim(),
        path: toAddress(path),
        parent: parent === null ? undefined : Number(parent),
      })
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <TextInput
            label={<FormattedMessage id="pageDialog.name" />}
            data-autofocus
            required
            maxLength={200}
            value={name}
            error={isMissing ? <FormattedMessage id="pageDialog.name.missing" /> : null}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setMissing(false)
            }}
          />
          {parents.length > 0 && (
            <Select
              label={<FormattedMessage id="pageDialog.parent" />}
              placeholder={intl.formatMessage({ id: 'pageDialog.parent.none' })}
              clearable
              searchable
              data={parents.map((page) => ({ value: String(page.id), label: page.name }))}
              value={parent}
              onChange={setParent}
            />
          )}
          <TextInput
            label={<FormattedMessage id="pageDialog.address" />}
            description={
              toAddress(path) === '' ? (
                <FormattedMessage id="pageDialog.address.none" />
              ) : (
                <FormattedMessage
                  id="pageDialog.address.hint"
                  values={{ address: `${location.origin}${publicAddress(path)}` }}
                />
              )
            }
            maxLength={500}
            value={path}
            error={
              taken ? <FormattedMessage id="pageDialog.address.taken" values={{ name: taken.name }} /> : null
            }
            onChange={(event) => setPath(event.currentTarget.value)}
          />
          {failure !== null && (
            <Alert color="red" role="alert">
              {errorText(intl, failure)}
            </Alert>
          )}
          <DialogButtons onClose={onClose} busy={busy} disabled={taken !== undefined}>
            {confirm}
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
