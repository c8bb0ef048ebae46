import { calls, isApiError, maxSynonymWords, readsOf } from '@cartouche/client'
import type { Synonym } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { Alert, Input, Modal, SegmentedControl, Stack, TagsInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { DialogButtons } from '../../../components/dialog-buttons/dialog-buttons.tsx'
import { useReturnFocus } from '../../../components/return-focus/use-return-focus.ts'
import { errorText } from '../../../translations/error-text.ts'

interface SynonymDialogProps {
  /** Null: a new one. */
  readonly synonym: Synonym | null
  /** Words to begin a new one with. */
  readonly words?: readonly string[]
  readonly onClose: () => void
}

/** Which words a search finds by which others: a new synonym, or another version of one. */
export function SynonymDialog({ synonym, words: given = [], onClose }: SynonymDialogProps) {
  useReturnFocus()
  const intl = useIntl()
  const client = useClient()
  const [isOneWay, setOneWay] = useState((synonym?.from.length ?? 0) > 0)
  const [from, setFrom] = useState<string[]>([...(synonym?.from ?? given)])
  const [words, setWords] = useState<string[]>([...(synonym?.words ?? given)])
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [tooFew, setTooFew] = useState(false)
  const switchTo = (value: string): void => {
    setOneWay(value === 'one')
    // What a search was for is what a one-way synonym begins with.
    if (value === 'one' && synonym === null) setWords(words.filter((word) => !from.includes(word)))
  }
  const isReady = isOneWay ? from.length > 0 && words.length > 0 : words.length > 1
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTooFew(!isReady)
    if (!isReady) return
    setBusy(true)
    setFailure(null)
    const wanted = { from: isOneWay ? from : [], words }
    try {
      await (synonym === null
        ? client.call(calls.createSynonym, wanted)
        : client.call(calls.updateSynonym, { id: synonym.id, ...wanted }))
      notifications.show({ message: intl.formatMessage({ id: 'synonyms.saved' }) })
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
      if (!isApiError(error, 'synonym_not_found')) return
    }
    readsOf(client).invalidate(calls.listSynonyms)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={<FormattedMessage id={synonym === null ? 'synonyms.add' : 'synonyms.editTitle'} />}
    >
      <form onSubmit={(event) => void save(event)} noValidate>
        <Stack gap="md">
          <Input.Wrapper
            label={<FormattedMessage id="synonyms.direction" />}
            description={<FormattedMessage id={isOneWay ? 'synonyms.oneWay.hint' : 'synonyms.twoWay.hint'} />}
            labelElement="div"
          >
            <SegmentedControl
              fullWidth
              mt={6}
              aria-label={intl.formatMessage({ id: 'synonyms.direction' })}
              value={isOneWay ? 'one' : 'two'}
              onChange={switchTo}
              data={[
                { value: 'two', label: intl.formatMessage({ id: 'synonyms.twoWay' }) },
                { value: 'one', label: intl.formatMessage({ id: 'synonyms.oneWay' }) },
              ]}
            />
          </Input.Wrapper>
          {isOneWay && <Words label="synonyms.from" value={from} onChange={setFrom} isFirst />}
          <Words
            label={isOneWay ? 'synonyms.to' : 'synonyms.words'}
            value={words}
            onChange={setWords}
            isFirst={!isOneWay}
          />
          {tooFew && !isReady && (
            <Alert color="red" role="alert">
              <FormattedMessage id={isOneWay ? 'synonyms.bothNeeded' : 'synonyms.tooFew'} />
            </Alert>
          )}
          {failure !== null && (
            <Alert color="red" role="alert">
              {errorText(intl, failure)}
            </Alert>
          )}
          <DialogButtons onClose={onClose} busy={busy}>
            <FormattedMessage id="action.save" />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}

interface WordsProps {
  readonly label: 'synonyms.from' | 'synonyms.to' | 'synonyms.words'
  readonly value: string[]
  readonly onChange: (value: string[]) => void
  readonly isFirst: boolean
}

function Words({ label, value, onChange, isFirst }: WordsProps) {
  return (
    <TagsInput
      label={<FormattedMessage id={label} />}
      description={<FormattedMessage id="synonyms.words.hint" />}
      value={value}
      onChange={onChange}
      maxTags={maxSynonymWords}
      maxLength={100}
      acceptValueOnBlur
      splitChars={[',', ';']}
      {...(isFirst ? { 'data-autofocus': true } : {})}
    />
  )
}
