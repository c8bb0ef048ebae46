import { useCan } from '@cartouche/react'
import { Stack, TagsInput } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { PeoplePicker } from '../people-picker/people-picker.tsx'
import { isAddress, type ShareForm } from './share-draft.ts'

/** Who is sent a new link: people of this library, and e-mail addresses. */
export function LinkRecipients({
  form,
  onChange,
}: {
  readonly form: Pick<ShareForm, 'people' | 'emails' | 'password'>
  readonly onChange: (part: Partial<ShareForm>) => void
}) {
  const intl = useIntl()
  const canSeePeople = useCan('user/view')
  const [wrong, setWrong] = useState(false)
  return (
    <Stack gap="sm">
      {canSeePeople && (
        <PeoplePicker
          label={<FormattedMessage id="shareDialog.people" />}
          value={form.people}
          onChange={(people) => onChange({ people })}
        />
      )}
      <TagsInput
        label={<FormattedMessage id="shareDialog.emails" />}
        placeholder={form.emails.length === 0 ? intl.formatMessage({ id: 'shareDialog.emails.hint' }) : ''}
        value={[...form.emails]}
        splitChars={[',', ';', ' ']}
        maxTags={100}
        acceptValueOnBlur
        description={
          form.password === 'none' ? undefined : <FormattedMessage id="shareDialog.emails.password" />
        }
        error={wrong ? <FormattedMessage id="shareDialog.emails.wrong" /> : null}
        type="email"
        autoComplete="off"
        onChange={(texts) => {
          setWrong(texts.some((text) => !isAddress(text)))
          onChange({ emails: texts.filter(isAddress) })
        }}
      />
    </Stack>
  )
}
